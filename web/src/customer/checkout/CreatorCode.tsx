import { type ReactElement, useState } from "react";
import { LONGEST_CODE } from "#shared/referrals/foldCode.ts";
import { Field } from "../../ui/Field.tsx";

type CreatorCodeProps = {
  value: string;
  onChange: (code: string) => void;
  mistake: string | undefined;
  /** Whether a creator's code may have a discount. */
  mayReduce: boolean;
};

/** For customers who heard of the product from a creator. Most have no code, so the field is hidden at first. */
export function CreatorCode({ value, onChange, mistake, mayReduce }: CreatorCodeProps): ReactElement {
  const [open, setOpen] = useState(false);
  if (!open)
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="mt-4 rounded-small text-sm text-quiet underline underline-offset-2 hover:text-ink"
      >
        Have a creator code?
      </button>
    );
  return (
    <Field
      className="mt-4"
      label="Creator code"
      hint={
        mayReduce
          ? "Tell us who recommended us. If the code has a discount, the payment page applies it."
          : "Tell us who recommended us. It doesn't change your price."
      }
      autoFocus
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={LONGEST_CODE}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={mistake}
    />
  );
}
