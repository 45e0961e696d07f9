import type { InvoiceLine, Price } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { isInEu, type Place, rateAt } from "./rates.ts";
import { collectsAt, taxSettings } from "./settings.ts";

export type LineTax = NonNullable<InvoiceLine["taxes"]>[number];

export type Taxed = Place & { hasVatId: boolean; exempt: string };

/** @returns undefined without an address, because the place is unknown */
export function taxedCustomer(world: World, customerId: string | null): Taxed | undefined {
  const customer = customerId === null ? undefined : world.store.find("customer", customerId);
  if (!customer?.address?.country) return undefined;
  return {
    country: customer.address.country,
    state: customer.address.state,
    hasVatId: world.store.all("taxId").some((one) => one.customer === customer.id && one.type === "eu_vat"),
    exempt: customer.tax_exempt ?? "none",
  };
}

/** @param amount the line's amount after its discount; negative for credits */
export function taxOf(world: World, who: Taxed, amount: number, price: Price | undefined): LineTax {
  const behavior = behaviorOf(world, price);
  const reason = reasonFor(world, who);
  const rate = reason === "standard_rated" ? rateAt(who) : 0;
  const tax =
    behavior === "inclusive"
      ? amount - Math.round(amount / (1 + rate / 100))
      : Math.round((amount * rate) / 100);
  return {
    amount: tax,
    tax_behavior: behavior,
    tax_rate_details: { tax_rate: rateId(who, rate) },
    taxability_reason: reason,
    taxable_amount: reason === "standard_rated" ? (behavior === "inclusive" ? amount - tax : amount) : 0,
    type: "tax_rate_details",
  };
}

function reasonFor(world: World, who: Taxed): LineTax["taxability_reason"] {
  if (!collectsAt(world, who)) return "not_collecting";
  if (who.exempt === "exempt") return "customer_exempt";
  const home = taxSettings(world).headOffice?.country ?? "";
  const isAcrossTheUnion = who.hasVatId && isInEu(who.country ?? "") && who.country !== home;
  if (who.exempt === "reverse" || isAcrossTheUnion) return "reverse_charge";
  return rateAt(who) === 0 ? "zero_rated" : "standard_rated";
}

function behaviorOf(world: World, price: Price | undefined): "exclusive" | "inclusive" {
  const own = price?.tax_behavior;
  if (own === "inclusive") return "inclusive";
  if (own === "exclusive") return "exclusive";
  const standard = taxSettings(world).behavior;
  if (standard !== "inferred_by_currency" && standard !== null) return standard;
  return price === undefined || ["usd", "cad"].includes(price.currency) ? "exclusive" : "inclusive";
}

const rateId = ({ country, state }: Place, rate: number): string =>
  `txr_${country ?? ""}${state ?? ""}${Math.round(rate * 100)}`;

/** The sum of taxes that prices do not include. */
export const addedBy = (taxes: readonly LineTax[]): number =>
  taxes.reduce((sum, { amount, tax_behavior }) => (tax_behavior === "exclusive" ? sum + amount : sum), 0);

export const sumOf = (taxes: readonly LineTax[]): number =>
  taxes.reduce((sum, { amount }) => sum + amount, 0);

/** One entry per rate, behavior and reason, as on an invoice. */
export function together(taxes: readonly LineTax[]): LineTax[] {
  const byRate = new Map<string, LineTax>();
  for (const tax of taxes) {
    const key = `${tax.tax_rate_details?.tax_rate}/${tax.tax_behavior}/${tax.taxability_reason}`;
    const before = byRate.get(key);
    byRate.set(key, {
      ...tax,
      amount: (before?.amount ?? 0) + tax.amount,
      taxable_amount: (before?.taxable_amount ?? 0) + (tax.taxable_amount ?? 0),
    });
  }
  return [...byRate.values()];
}
