import { sharesOf } from "../billing/discounts.ts";
import type { CheckoutPlan } from "../core/hidden.ts";
import type { LineItem } from "../core/wire.ts";
import type { World } from "../core/world.ts";

/** What is bought: the session's line items as Stripe shows them, with the discount spread over them. */
export function lineItemsOf(world: World, plan: CheckoutPlan): LineItem[] {
  const lines = plan.lines.flatMap((line) => {
    const price = world.store.find("price", line.price);
    return price ? [{ ...line, price, subtotal: (price.unit_amount ?? 0) * line.quantity }] : [];
  });
  const coupon = plan.coupon === null ? undefined : world.store.find("coupon", plan.coupon);
  const shares = sharesOf(
    coupon,
    lines.map((line) => ({ amount: line.subtotal, product: line.price.product })),
  );
  return lines.map((line, place) => {
    const off = shares[place] ?? 0;
    return {
      id: line.id,
      object: "item",
      adjustable_quantity: null,
      amount_discount: off,
      amount_subtotal: line.subtotal,
      amount_tax: 0,
      amount_total: line.subtotal - off,
      currency: line.price.currency,
      description: world.store.find("product", line.price.product)?.name ?? null,
      metadata: {},
      price: line.price,
      quantity: line.quantity,
    };
  });
}

export function totalsOf(items: readonly LineItem[]): { subtotal: number; discount: number; total: number } {
  const sum = (pick: (item: LineItem) => number) => items.reduce((total, item) => total + pick(item), 0);
  return {
    subtotal: sum((i) => i.amount_subtotal),
    discount: sum((i) => i.amount_discount),
    total: sum((i) => i.amount_total),
  };
}
