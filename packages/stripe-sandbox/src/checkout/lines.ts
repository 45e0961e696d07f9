import { sharesOf } from "../billing/discounts.ts";
import type { CheckoutPlan } from "../core/hidden.ts";
import type { LineItem } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { type Taxed, taxedCustomer, taxOf } from "../tax/compute.ts";

/** The session's line items as Stripe shows them, with the discount spread over them. */
export function lineItemsOf(world: World, plan: CheckoutPlan): LineItem[] {
  const who = taxedBuyer(world, plan);
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
    const tax = who && taxOf(world, who, line.subtotal - off, line.price);
    return {
      id: line.id,
      object: "item",
      adjustable_quantity: null,
      amount_discount: off,
      amount_subtotal: line.subtotal,
      amount_tax: tax?.amount ?? 0,
      amount_total: line.subtotal - off + (tax?.tax_behavior === "exclusive" ? tax.amount : 0),
      currency: line.price.currency,
      description: world.store.find("product", line.price.product)?.name ?? null,
      metadata: {},
      price: line.price,
      quantity: line.quantity,
    };
  });
}

/** The buyer for tax: the page's address, else the customer's. Undefined without automatic tax. */
export function taxedBuyer(world: World, plan: CheckoutPlan): Taxed | undefined {
  if (plan.taxed !== true) return undefined;
  const known = taxedCustomer(world, plan.customer ?? null);
  const address = plan.address ?? null;
  if (address?.country == null) return known;
  return { hasVatId: false, exempt: "none", ...known, country: address.country, state: address.state };
}

export function totalsOf(items: readonly LineItem[]): {
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
} {
  const sum = (pick: (item: LineItem) => number) => items.reduce((total, item) => total + pick(item), 0);
  return {
    subtotal: sum((i) => i.amount_subtotal),
    discount: sum((i) => i.amount_discount),
    tax: sum((i) => i.amount_tax),
    total: sum((i) => i.amount_total),
  };
}
