import { type FormEvent, type ReactElement, useState } from "react";
import { type Discount, MAX_DISCOUNT_CODE } from "#shared/discounts/discount.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";

type DiscountFieldProps = {
  linked: string;
  discount: Discount | null;
  mistake: string | undefined;
  pending: boolean;
  onApply: (code: string) => void;
};

/** Shown while the shop has a usable code, or if the customer's link has a code. */
export function DiscountField(props: DiscountFieldProps): ReactElement {
  const { linked, discount, mistake, pending, onApply } = props;
  const [typed, setTyped] = useState(linked);
  if (discount !== null)
    return (
      <div className="mt-4 flex items-center justify-between gap-3 text-sm">
        <p role="status">
          Code <strong className="font-medium">{discount.code}</strong> applied
        </p>
        <Button
          size="small"
          aria-label="Remove code"
          onClick={() => {
            setTyped("");
            onApply("");
          }}
        >
          Remove
        </Button>
      </div>
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onApply(typed);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4">
      <Field
        label="Discount code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_DISCOUNT_CODE}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={mistake}
      />
      <Button type="submit" size="small" className="mt-2" pending={pending}>
        Apply code
      </Button>
    </form>
  );
}
