import { createHash } from "node:crypto";
import Stripe from "stripe";
import { BRAND } from "#shared/brand.ts";
import { API_PATH } from "#shared/site.ts";
import { stripeWebhook } from "#shared/stripeEvents/stripe.ts";
import { WEBHOOKS, type Whose } from "./webhooks.ts";

/**
 * Functions cache secrets for five minutes. During this time, they refuse a new endpoint's events, and Stripe retries
 * the deliveries. So the previous endpoint stays for twice as long.
 */
const OVERLAP_SECONDS = 600;

/** The API version of the functions. An endpoint's version cannot change, so an older endpoint is replaced. */
const API_VERSION = Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion;

export type SecretStore = {
  /** The stored secrets, newest first. */
  readonly stored: (whose: Whose) => readonly string[];
  readonly store: (whose: Whose, secret: string) => Promise<void>;
};
export type EndpointTools = SecretStore & {
  readonly say: (line: string) => void;
  readonly now: () => Date;
  /** The kind of endpoint whose secret is replaced even if it is stored. */
  readonly roll?: Whose | undefined;
};

/**
 * Ensures that the site has one endpoint of this kind with a stored signing secret. Stripe shows a secret only when it
 * creates the endpoint. So this stores the secret first, then marks the endpoint with the secret's digest. It replaces
 * an endpoint that lacks the mark of a stored secret. The next run repairs any failed call.
 */
export async function ensureEndpoint(
  stripe: Stripe,
  siteUrl: string,
  whose: Whose,
  tools: EndpointTools,
): Promise<void> {
  const url = `${siteUrl}${API_PATH}${stripeWebhook.path}`;
  const marks = tools.stored(whose).map(markOf);
  const endpoints = await endpointsOf(stripe, url, whose, marks);
  const known = endpoints.find(
    (endpoint) =>
      endpoint.url === url &&
      endpoint.api_version === API_VERSION &&
      marks.includes(endpoint.metadata.secret ?? ""),
  );
  const current =
    known === undefined || tools.roll === whose
      ? await createEndpoint(stripe, url, whose, tools)
      : await updateEndpoint(stripe, known, whose, tools);
  const wasStored = (endpoint: Stripe.WebhookEndpoint) =>
    endpoint.metadata.secret === undefined ? marks.length > 0 : marks.includes(endpoint.metadata.secret);
  for (const other of endpoints)
    if (other.id !== current.id)
      await removeEndpoint(stripe, other, {
        ...tools,
        mustOverlap: wasStored(other) && tools.now().getTime() / 1000 < current.created + OVERLAP_SECONDS,
      });
}

/**
 * All endpoints of this kind at the site's current address, and those at earlier addresses with the mark of a stored
 * secret. Newest first. An unmarked endpoint of our own account is from a version of the shop with a single endpoint.
 */
async function endpointsOf(
  stripe: Stripe,
  url: string,
  whose: Whose,
  marks: readonly string[],
): Promise<Stripe.WebhookEndpoint[]> {
  const found: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    const { metadata, application } = endpoint;
    const isUnmarkedOwn = whose === "own" && metadata.accounts === undefined && application === null;
    const isHere = endpoint.url === url && (metadata.accounts === whose || isUnmarkedOwn);
    const wasElsewhere = metadata.accounts === whose && marks.includes(metadata.secret ?? "");
    if (isHere || wasElsewhere) found.push(endpoint);
  }
  return found.sort((a, b) => b.created - a.created);
}

async function createEndpoint(
  stripe: Stripe,
  url: string,
  whose: Whose,
  { say, store }: EndpointTools,
): Promise<Stripe.WebhookEndpoint> {
  const { connect, events } = WEBHOOKS[whose];
  const made = await stripe.webhookEndpoints.create({
    url,
    // Otherwise events have the account's default version, which may be years old.
    api_version: API_VERSION,
    connect,
    description: BRAND.name,
    enabled_events: [...events],
    metadata: { accounts: whose },
  });
  if (made.secret === undefined) throw new Error(`Stripe did not show the secret of ${made.id}`);
  await store(whose, made.secret);
  say(`Created the webhook ${made.id} and stored its signing secret.`);
  return stripe.webhookEndpoints.update(made.id, {
    metadata: { accounts: whose, secret: markOf(made.secret) },
  });
}

/** Also enables the endpoint, because Stripe disables an endpoint that fails for days. */
async function updateEndpoint(
  stripe: Stripe,
  { id, metadata }: Stripe.WebhookEndpoint,
  whose: Whose,
  { say }: EndpointTools,
): Promise<Stripe.WebhookEndpoint> {
  const updated = await stripe.webhookEndpoints.update(id, {
    enabled_events: [...WEBHOOKS[whose].events],
    disabled: false,
    metadata: { ...metadata, accounts: whose },
  });
  say(`The webhook ${id} exists, and its signing secret is stored.`);
  return updated;
}

async function removeEndpoint(
  stripe: Stripe,
  { id }: Stripe.WebhookEndpoint,
  { say, mustOverlap }: EndpointTools & { readonly mustOverlap: boolean },
): Promise<void> {
  if (mustOverlap) {
    say(`The previous webhook ${id} still delivers events. Run this again in ten minutes to remove it.`);
    return;
  }
  await stripe.webhookEndpoints.del(id);
  say(
    `Removed the webhook ${id}, because another webhook replaces it. The nightly comparison applies events that it could not deliver.`,
  );
}

/** Identifies a stored secret without revealing it: 64 of 256 bits. */
function markOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex").slice(0, 16);
}
