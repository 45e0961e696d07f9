import { type ReactElement, useState } from "react";
import { type Discount, MAX_DISCOUNT_CODE } from "#shared/discounts/discount.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Form.tsx";
import type { Order } from "../order.ts";

/** Shown while the shop has a usable code, or if the customer's link has a code. */
export function DiscountField({ order }: { order: Order }): ReactElement | null {
  const { data, discount, applyDiscount } = order;
  const [typed, setTyped] = useState(data.linkedCode);
  if (!data.takesDiscounts) return null;
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
            applyDiscount("");
          }}
        >
          Remove
        </Button>
      </div>
    );
  return (
    <Form onSubmit={() => applyDiscount(typed)} className="mt-4">
      <Field
        label="Discount code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_DISCOUNT_CODE}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={order.mistakeOf("code")}
      />
      <Button type="submit" size="small" className="mt-2" pending={order.isReducing}>
        Apply code
      </Button>
    </Form>
  );
}

export const discountOf = ({ product, seats, discount }: Pick<Order, "product" | "seats" | "discount">) =>
  discount && { name: `Code ${discount.code}`, cents: off(product.price * seats, discount) };

/** A percentage of all seats, or an amount that is subtracted once. */
const off = (all: number, { percent_off, amount_off_cents }: Discount): number =>
  percent_off === null ? Math.min(all, amount_off_cents ?? 0) : Math.round((all * percent_off) / 100);
