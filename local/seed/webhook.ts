import { WEBHOOKS, type Whose } from "../../scripts/stripe/webhooks.ts";
import { dataOf, stripeApi } from "./stripeApi.ts";

type Stripe = { url: string; secretKey: string };

/** Descriptions that identify the endpoints even after the site's address has changed. */
const DESCRIPTIONS: Readonly<Record<Whose, string>> = {
  own: "The local stack's site",
  connected: "The local stack's site, for connected accounts",
};

/** Registers the webhook endpoint. Returns a new endpoint's secret, because the sandbox shows it only once. */
export async function ensureWebhook(
  stripe: Stripe,
  siteUrl: string,
  whose: Whose,
): Promise<string | undefined> {
  const url = `${siteUrl}/backend/api/stripe/webhook`;
  const description = DESCRIPTIONS[whose];
  const { connect, events: types } = WEBHOOKS[whose];
  const events = Object.fromEntries(types.map((type, index) => [`enabled_events[${index}]`, type]));
  const endpoints = dataOf(await stripeApi(stripe, "GET", "/webhook_endpoints", { limit: "100" }));
  const known = endpoints.find((endpoint) => endpoint.description === description);
  if (known === undefined) {
    const made = await stripeApi(stripe, "POST", "/webhook_endpoints", {
      url,
      description,
      connect: String(connect),
      ...events,
    });
    return String(made.secret);
  }
  // A newer version of the product may handle more events.
  await stripeApi(stripe, "POST", `/webhook_endpoints/${String(known.id)}`, { url, ...events });
  return undefined;
}
