import { type ReactElement, useState } from "react";
import { LONGEST_CODE } from "#shared/referrals/foldCode.ts";
import { Field } from "../../../ui/Field.tsx";
import type { Order } from "../order.ts";

/** For customers who heard of the product from a creator. Most have no code, so a click shows the field. */
export function CreatorCode({ order }: { order: Order }): ReactElement | null {
  const [open, setOpen] = useState(false);
  const { data, choices, discount, credit } = order;
  // An affiliate's discount names the affiliate already.
  if (!data.takesCodes || discount?.names_affiliate === true) return null;
  if (!open)
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="mt-4 min-h-6 rounded-small text-sm text-quiet underline underline-offset-2 hover:text-ink pointer-coarse:min-h-11"
      >
        Have a creator code?
      </button>
    );
  return (
    <Field
      className="mt-4"
      label="Creator code"
      hint={
        data.takesDiscounts && credit === null
          ? "Tell us who recommended us. If the code has a discount, the payment page applies it."
          : "Tell us who recommended us. It doesn't change your price."
      }
      autoFocus
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={LONGEST_CODE}
      value={choices.affiliateCode ?? ""}
      onChange={(event) => order.choose({ affiliateCode: event.target.value })}
      error={order.mistakeOf("affiliateCode")}
    />
  );
}
