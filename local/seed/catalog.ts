import {
  CATALOG,
  OPTIONAL_PLANS,
  type OptionalPlan,
  type Product,
  recurringOf,
} from "#shared/catalog/catalog.ts";
import { dataOf, stripeApi } from "./stripeApi.ts";

type Stripe = { url: string; secretKey: string };
export type Prices = Readonly<Record<"monthly" | "lifetime", string> & Partial<Record<OptionalPlan, string>>>;

/**
 * Ensures that the sandbox has the products and prices, as a deployment's setup does at Stripe. Finds existing ones by
 * product id and lookup key, so it can run repeatedly. Replaces a price whose amount has changed.
 */
export async function ensureCatalog(stripe: Stripe): Promise<Prices> {
  return {
    monthly: await ensurePrice(stripe, CATALOG.monthly),
    ...Object.fromEntries(
      await Promise.all(
        OPTIONAL_PLANS.map(async (plan) => [plan, await ensurePrice(stripe, CATALOG[plan])] as const),
      ),
    ),
    lifetime: await ensurePrice(stripe, CATALOG.lifetime),
  };
}

async function ensurePrice(stripe: Stripe, product: Product): Promise<string> {
  const lookupKey = product.stripeProductId;
  const [known] = dataOf(await stripeApi(stripe, "GET", "/prices", { "lookup_keys[0]": lookupKey }));
  if (typeof known?.id === "string" && known.unit_amount === product.price) return known.id;
  const products = dataOf(await stripeApi(stripe, "GET", "/products", { "ids[0]": product.stripeProductId }));
  if (products.length === 0) {
    await stripeApi(stripe, "POST", "/products", {
      id: product.stripeProductId,
      name: product.name,
      description: product.description,
    });
  }
  const made = await stripeApi(stripe, "POST", "/prices", {
    product: product.stripeProductId,
    currency: product.currency,
    unit_amount: String(product.price),
    lookup_key: lookupKey,
    transfer_lookup_key: "true",
    ...(product.months === null ? {} : recurring(product.months)),
  });
  return String(made.id);
}

function recurring(months: number): Record<string, string> {
  const { interval, interval_count } = recurringOf(months);
  return { "recurring[interval]": interval, "recurring[interval_count]": String(interval_count) };
}
