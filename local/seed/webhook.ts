import { WEBHOOK_EVENTS } from "../../scripts/stripe/webhookEvents.ts";
import { dataOf, stripeApi } from "./stripeApi.ts";

type Stripe = { url: string; secretKey: string };

/** By this the endpoint is found again when the site's address has changed. */
const DESCRIPTION = "The local stack's site";

/** Tells the sandbox where events go. The secret is known only when the endpoint is made: undefined after that. */
export async function ensureWebhook(stripe: Stripe, siteUrl: string): Promise<string | undefined> {
  const url = `${siteUrl}/backend/api/stripe/webhook`;
  const endpoints = dataOf(await stripeApi(stripe, "GET", "/webhook_endpoints", { limit: "100" }));
  const known = endpoints.find((endpoint) => endpoint.description === DESCRIPTION);
  if (known === undefined) {
    const events = Object.fromEntries(
      WEBHOOK_EVENTS.map((event, index) => [`enabled_events[${index}]`, event]),
    );
    const made = await stripeApi(stripe, "POST", "/webhook_endpoints", {
      url,
      description: DESCRIPTION,
      ...events,
    });
    return String(made.secret);
  }
  if (known.url !== url) await stripeApi(stripe, "POST", `/webhook_endpoints/${String(known.id)}`, { url });
  return undefined;
}
