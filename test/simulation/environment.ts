import { ASIDE, QUEUE_CONSUMERS } from "../../infra/events.ts";
import { TABLES } from "../../infra/tables.ts";
import { originHashes } from "../../scripts/deploy/originHashes.ts";
import { publicLeaseKeys } from "../../scripts/leaseKeys.ts";
import { signingKey } from "../support/kms.ts";
import type { Services } from "./services.ts";
import { SECRET_KEY, type StripeSide } from "./stripe.ts";

export const ORIGIN_SECRET = "origin-secret";
export const FUNCTION_PREFIX = "simulation";
const SITE = "https://shop.example";

/** The keys are the same for all stories, because no check depends on them. */
const LEASE_KEYS = JSON.stringify(await publicLeaseKeys(signingKey("simulation")));

let opened = 0;

/** Starts Stripe, and sets the secrets and the environment of a complete deployment. */
export async function deploy(services: Services, stripe: StripeSide): Promise<void> {
  const { webhookSecret, connectSecret } = await stripe.start();
  opened += 1;
  // The name differs for each world, because functions cache a secret by its name.
  const secret = (name: string) => `${name}-${opened}`;
  services.secrets.set(
    secret("stripe"),
    JSON.stringify({
      secretKey: SECRET_KEY,
      webhookSecrets: [webhookSecret],
      connectWebhookSecrets: [connectSecret],
    }),
  );
  services.secrets.set(secret("mailbox"), "mailbox");
  Object.assign(process.env, {
    STAGE: "simulation",
    FUNCTION_PREFIX,
    SITE_URL: SITE,
    LICENSE_ISSUER: SITE,
    ORIGIN_HASHES: originHashes(ORIGIN_SECRET),
    SECRET_STRIPE: secret("stripe"),
    LEASE_KEYS,
    SECRET_MAILBOX: secret("mailbox"),
    PRICE_MONTHLY: stripe.prices.monthly,
    PRICE_LIFETIME: stripe.prices.lifetime,
    SECOND_FACTOR: "off",
    OPERATOR_POOL_ID: "operator-pool",
    USER_POOL_ID: "pool",
    MAIL_FROM: "shop@example.com",
    MAIL_SETTINGS: "mail",
    OPERATOR_EMAIL: "operator@example.com",
    DENIED_NETWORKS: "-",
    ...Object.fromEntries(Object.keys(TABLES).map((table) => [`TABLE_${table.toUpperCase()}`, table])),
    ...Object.fromEntries(
      [...Object.values(QUEUE_CONSUMERS).map(({ queue }) => queue), ASIDE].map((queue) => [
        `${queue.toUpperCase()}_QUEUE_URL`,
        queue,
      ]),
    ),
  });
}
