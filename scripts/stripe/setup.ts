import type Stripe from "stripe";
import { CATALOGUE, type Product } from "#shared/billing/catalogue.ts";
import { stripeWebhook } from "#shared/billing/stripe.ts";
import { BRAND } from "#shared/brand.ts";
import { API_PATH } from "#shared/site.ts";
import { Refusal } from "../deploy/run.ts";
import { WEBHOOK_EVENTS } from "./webhookEvents.ts";

export type StripeSetup = {
  readonly prices: { readonly monthly: string; readonly lifetime: string };
  /** Known only when the endpoint is made. */
  readonly webhookSecret: string | undefined;
};

/** What is for sale, the customers' portal and the webhook, at Stripe. Finds again what it made, and mends it. */
export async function setUpStripe(
  stripe: Stripe,
  siteUrl: string,
  say: (line: string) => void,
): Promise<StripeSetup> {
  const prices = {
    monthly: await ensurePrice(stripe, CATALOGUE.monthly, say),
    lifetime: await ensurePrice(stripe, CATALOGUE.lifetime, say),
  };
  await ensurePortal(stripe, siteUrl, say);
  return { prices, webhookSecret: await ensureWebhook(stripe, siteUrl, say) };
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

/** Customers see invoices and change their card there; they cancel on our own page. */
async function ensurePortal(stripe: Stripe, siteUrl: string, say: (line: string) => void): Promise<void> {
  const { data } = await stripe.billingPortal.configurations.list({ is_default: true });
  const [standard] = data;
  if (!standard)
    throw new Refusal(
      "Stripe's customer portal was never opened. Open Settings, Billing, Customer portal in Stripe's dashboard, press Save, and run this again.",
    );
  await stripe.billingPortal.configurations.update(standard.id, {
    business_profile: {
      headline: BRAND.name,
      privacy_policy_url: `${siteUrl}/privacy`,
      terms_of_service_url: `${siteUrl}/terms`,
    },
    default_return_url: `${siteUrl}/dashboard`,
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ["address", "tax_id"] },
      subscription_cancel: { enabled: false },
    },
  });
  say("The customers' portal is set.");
}

async function ensureWebhook(
  stripe: Stripe,
  siteUrl: string,
  say: (line: string) => void,
): Promise<string | undefined> {
  const url = `${siteUrl}${API_PATH}${stripeWebhook.path}`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const known = data.find((endpoint) => endpoint.url === url);
  if (known) {
    await stripe.webhookEndpoints.update(known.id, { enabled_events: [...WEBHOOK_EVENTS] });
    say(`The webhook ${known.id} is there.`);
    return undefined;
  }
  const made = await stripe.webhookEndpoints.create({
    url,
    description: BRAND.name,
    enabled_events: [...WEBHOOK_EVENTS],
  });
  say(`Made the webhook ${made.id}.`);
  return made.secret;
}
