import type Stripe from "stripe";
import { CATALOGUE, type Product } from "#shared/billing/catalogue.ts";
import { stripeWebhook } from "#shared/billing/stripe.ts";
import { BRAND } from "#shared/brand.ts";
import { API_PATH } from "#shared/site.ts";
import { setUpPortal } from "./portal.ts";
import { WEBHOOKS, type Whose } from "./webhooks.ts";

type Tools = {
  readonly say: (line: string) => void;
  /** Called as soon as an endpoint is made: Stripe says its secret only then. */
  readonly keepSecret: (whose: Whose, secret: string) => void;
};

/** What is for sale, the customers' portal and the webhook, at Stripe. Finds again what it made, and mends it. */
export async function setUpStripe(
  stripe: Stripe,
  siteUrl: string,
  tools: Tools,
): Promise<{ readonly monthly: string; readonly lifetime: string }> {
  const { say } = tools;
  const prices = {
    monthly: await ensurePrice(stripe, CATALOGUE.monthly, say),
    lifetime: await ensurePrice(stripe, CATALOGUE.lifetime, say),
  };
  await setUpPortal(stripe, siteUrl);
  say("The customers' portal is set.");
  await ensureWebhook(stripe, siteUrl, "own", tools);
  await ensureWebhook(stripe, siteUrl, "connected", tools);
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
  // A price's amount cannot be changed: the new one takes the key over, and who pays the old one goes on with it.
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

async function ensureWebhook(
  stripe: Stripe,
  siteUrl: string,
  whose: Whose,
  { say, keepSecret }: Tools,
): Promise<void> {
  const url = `${siteUrl}${API_PATH}${stripeWebhook.path}`;
  const { connect, events } = WEBHOOKS[whose];
  const marked = { enabled_events: [...events], metadata: { accounts: whose } };
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const known = findEndpoint(
    data.filter((endpoint) => endpoint.url === url),
    whose,
  );
  if (known) {
    await stripe.webhookEndpoints.update(known.id, marked);
    say(`The webhook ${known.id} is there.`);
    return;
  }
  const made = await stripe.webhookEndpoints.create({ url, connect, description: BRAND.name, ...marked });
  say(`Made the webhook ${made.id}.`);
  if (made.secret === undefined) throw new Error(`Stripe did not say the secret of ${made.id}`);
  keepSecret(whose, made.secret);
}

/** By its mark. One without, and not of a Connect application, was made when there was but one endpoint. */
function findEndpoint(
  endpoints: readonly Stripe.WebhookEndpoint[],
  whose: Whose,
): Stripe.WebhookEndpoint | undefined {
  const marked = endpoints.find(({ metadata }) => metadata.accounts === whose);
  if (marked || WEBHOOKS[whose].connect) return marked;
  return endpoints.find(
    ({ metadata, application }) => metadata.accounts === undefined && application === null,
  );
}
