import type Stripe from "stripe";
import { CATALOG, OPTIONAL_PLANS, type Product, recurringOf } from "#shared/catalog/catalog.ts";
import { TAX, type TaxRules } from "#shared/payments/tax.ts";
import { type EndpointTools, ensureEndpoint } from "./endpoints.ts";
import { setUpPortal } from "./portal.ts";
import { setUpTax } from "./tax.ts";

export async function setUpStripe(
  stripe: Stripe,
  siteUrl: string,
  tools: EndpointTools,
  tax: TaxRules = TAX,
): Promise<{ readonly monthly: string; readonly lifetime: string }> {
  const { say } = tools;
  if (tax.isCollected) await setUpTax(stripe, tax, say);
  const prices = {
    monthly: await ensurePrice(stripe, CATALOG.monthly, tax, say),
    lifetime: await ensurePrice(stripe, CATALOG.lifetime, tax, say),
  };
  // The shop finds these prices by their lookup keys when an operator switches a plan on.
  for (const plan of OPTIONAL_PLANS) await ensurePrice(stripe, CATALOG[plan], tax, say);
  await setUpPortal(stripe, siteUrl);
  say("The customer portal is set up.");
  await ensureEndpoint(stripe, siteUrl, "own", tools);
  await ensureEndpoint(stripe, siteUrl, "connected", tools);
  return prices;
}

async function ensurePrice(
  stripe: Stripe,
  product: Product,
  tax: TaxRules,
  say: (line: string) => void,
): Promise<string> {
  const id = product.stripeProductId;
  const { data: products } = await stripe.products.list({ ids: [id] });
  const texts = {
    name: product.name,
    description: product.description,
    ...(tax.isCollected ? { tax_code: tax.code } : {}),
  };
  if (products.length === 0) await stripe.products.create({ id, ...texts });
  else await stripe.products.update(id, texts);
  const { data: known } = await stripe.prices.list({ lookup_keys: [id] });
  const [price] = known;
  if (
    price?.unit_amount === product.price &&
    price.currency === product.currency &&
    (!tax.isCollected || (await hasBehavior(stripe, price, tax)))
  ) {
    say(`${product.name}: ${price.id} exists.`);
    return price.id;
  }
  // A price's amount cannot change. The new price gets the lookup key, and subscriptions keep the old price.
  const made = await stripe.prices.create({
    product: id,
    currency: product.currency,
    unit_amount: product.price,
    ...(tax.isCollected ? { tax_behavior: tax.prices } : {}),
    lookup_key: id,
    transfer_lookup_key: true,
    ...(product.months === null ? {} : { recurring: recurringOf(product.months) }),
  });
  say(`${product.name}: created ${made.id}.`);
  return made.id;
}

/**
 * Sets the tax behavior of a price that has none.
 * @returns false if it has another behavior, which Stripe never changes: the price must be replaced
 */
async function hasBehavior(
  stripe: Stripe,
  { id, tax_behavior }: Stripe.Price,
  tax: TaxRules,
): Promise<boolean> {
  if (tax_behavior === null || tax_behavior === "unspecified")
    await stripe.prices.update(id, { tax_behavior: tax.prices });
  else return tax_behavior === tax.prices;
  return true;
}
