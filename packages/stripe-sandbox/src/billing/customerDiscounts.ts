import { change } from "../core/change.ts";
import type { Coupon, Customer, Discount } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { applyCoupon } from "./discounts.ts";

/** A discount on everything that a customer is invoiced for. A second coupon takes the first one's place. */
export function discountCustomer(world: World, customer: Customer, coupon: Coupon): void {
  const before = customer.discount ?? null;
  const discount = applyCoupon(world, coupon, { customer: customer.id });
  change(world, "customer", customer, { discount }, "customer.updated");
  if (before) world.emit("customer.discount.updated", discount, { id: before.id, source: before.source });
  else world.emit("customer.discount.created", discount);
}

/** Takes the customer's discount away. */
export function endDiscount(world: World, customer: Customer): Discount | undefined {
  const gone = customer.discount ?? undefined;
  if (!gone) return undefined;
  change(world, "customer", customer, { discount: null }, "customer.updated");
  world.emit("customer.discount.deleted", gone);
  return gone;
}

/** What an invoice is discounted by: its own, else the customer's. One for a single invoice is used up by it. */
export function discountsFor(world: World, customer: Customer, own: readonly string[]): string[] {
  const { discount } = customer;
  if (own.length > 0 || !discount) return [...own];
  const coupon = discount.source.coupon ? world.store.find("coupon", discount.source.coupon) : undefined;
  if (coupon?.duration === "once") endDiscount(world, customer);
  return [discount.id];
}
