import type Stripe from "stripe";
import { CATALOG, type Product } from "#shared/billing/catalog.ts";
import { type EndpointTools, ensureEndpoint } from "./endpoints.ts";
import { setUpPortal } from "./portal.ts";

/** Products and prices, the customers' portal and the webhooks, at Stripe. Finds and repairs what it made before. */
export async function setUpStripe(
  stripe: Stripe,
  siteUrl: string,
  tools: EndpointTools,
): Promise<{ readonly monthly: string; readonly lifetime: string }> {
  const { say } = tools;
  const prices = {
    monthly: await ensurePrice(stripe, CATALOG.monthly, say),
    lifetime: await ensurePrice(stripe, CATALOG.lifetime, say),
  };
  await setUpPortal(stripe, siteUrl);
  say("The customers' portal is set.");
  await ensureEndpoint(stripe, siteUrl, "own", tools);
  await ensureEndpoint(stripe, siteUrl, "connected", tools);
  return prices;
}

async function ensurePrice(stripe: Stripe, product: Product, say: (line: string) => void): Promise<string> {
  const id = product.stripeProductId;
  const { data: products } = await stripe.products.list({ ids: [id] });
  const texts = { name: product.name, description: product.description };
  if (products.length === 0) await stripe.products.create({ id, ...texts });
  else await stripe.products.update(id, texts);
  const { data: known } = await stripe.prices.list({ lookup_keys: [id] });
  const [price] = known;
  if (price?.unit_amount === product.price && price.currency === product.currency) {
    say(`${product.name}: ${price.id} is there.`);
    return price.id;
  }
  // A price's amount cannot be changed: the new one takes over the lookup key, and existing subscriptions keep the old one.
  const made = await stripe.prices.create({
    product: id,
    currency: product.currency,
    unit_amount: product.price,
    lookup_key: id,
    transfer_lookup_key: true,
    ...(product.interval === null ? {} : { recurring: { interval: product.interval } }),
  });
  say(`${product.name}: made ${made.id}.`);
  return made.id;
}
