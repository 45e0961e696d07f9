import { shownCoupon } from "../billing/discounts.ts";
import { invalidRequest } from "../core/errors.ts";
import type { TableName } from "../core/tables.ts";
import type { StripeObject } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { includable } from "./includable.ts";

const TABLES_BY_PREFIX: Record<string, TableName[]> = {
  acct: ["account"],
  ch: ["charge"],
  cs: ["checkoutSession"],
  cus: ["customer", "deletedCustomer"],
  di: ["discount"],
  du: ["dispute"],
  ii: ["invoiceItem"],
  in: ["invoice"],
  pi: ["paymentIntent"],
  pm: ["paymentMethod"],
  price: ["price"],
  prod: ["product"],
  promo: ["promotionCode"],
  py: ["charge"],
  re: ["refund"],
  seti: ["setupIntent"],
  sub: ["subscription", "subscriptionSchedule"],
  tr: ["transfer"],
  trr: ["transferReversal"],
  txn: ["balanceTransaction"],
  bpc: ["portalConfiguration"],
};

/** The maximum depth of a path, in names, including `data`. */
const DEEPEST = 4;

/** Replaces ids with objects: `customer`, `data.customer`, `latest_invoice.payments`. */
export function expand(world: World, answer: object, paths: readonly string[]): object {
  return paths.reduce((soFar, path) => {
    const steps = path.split(".");
    if (steps.length > DEEPEST) {
      throw invalidRequest(`You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`, {
        param: "expand",
      });
    }
    return along(world, soFar, steps, path);
  }, answer);
}

function along(world: World, object: object, steps: readonly string[], path: string): object {
  const [step, ...rest] = steps;
  if (step === undefined) return object;
  if (Array.isArray(object))
    return object.map((entry) => (isObject(entry) ? along(world, entry, steps, path) : entry));
  const found = valueAt(world, object, step, path);
  if (found === null) return object;
  return { ...object, [step]: inside(world, found, rest, path) };
}

function valueAt(world: World, object: object, step: string, path: string): object | null {
  const value: unknown = Reflect.get(object, step);
  const given = value === undefined ? includable(world, object, step) : value;
  if (given === undefined) throw cannot(path);
  if (given === null) return null;
  // The sandbox has no objects for top-ups and payouts. Null keeps their ids.
  if (typeof given === "string")
    return fetch(world, given) ?? (/^(po|tu)_/.test(given) ? null : failing(path));
  if (Array.isArray(given))
    return given.map((entry) => (typeof entry === "string" ? (fetch(world, entry) ?? failing(path)) : entry));
  return isObject(given) ? given : failing(path);
}

function inside(world: World, found: object, rest: readonly string[], path: string): object {
  return rest.length === 0 ? found : along(world, found, rest, path);
}

function fetch(world: World, id: string): StripeObject | undefined {
  const prefix = id.slice(0, id.indexOf("_"));
  // Merchants choose coupon ids, so no prefix identifies them.
  for (const table of TABLES_BY_PREFIX[prefix] ?? []) {
    const found = world.store.find(table, id);
    if (found && "object" in found) return found;
  }
  const coupon = world.store.find("coupon", id);
  return coupon && shownCoupon(world, coupon);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function failing(path: string): never {
  throw cannot(path);
}

function cannot(path: string): Error {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
}
