import { createPrivateKey, randomBytes, sign } from "node:crypto";
import path from "node:path";
import { publicKeyIn, type SecretStore, secretStore } from "#local-aws";
import { BRAND } from "#shared/brand.ts";
import { originHashes } from "../scripts/deploy/originHashes.ts";
import { type LeaseKeys, type PublicLeaseKeys, publicLeaseKeys } from "../scripts/leaseKeys.ts";
import { WEBHOOKS } from "../scripts/stripe/webhooks.ts";
import type { Places } from "./options.ts";
import { ensureCatalog, type Prices } from "./seed/catalog.ts";
import { PEOPLE } from "./seed/people.ts";
import { ensurePortal } from "./seed/portal.ts";
import { ensureWebhook } from "./seed/webhook.ts";

export const STAGE = "dev";
/** The lease secret of older stacks, which did not sign with KMS. */
const LEASE_SECRET = `${BRAND.slug}/${STAGE}/lease`;
const LEASE_KEY = "arn:aws:kms:us-east-1:000000000000:key/lease";
const ORIGIN_SECRET = `${BRAND.slug}/${STAGE}/origin`;
const MAILBOX_SECRET = `${BRAND.slug}/${STAGE}/mailbox`;
const STRIPE_SECRET = `${BRAND.slug}/${STAGE}/stripe`;
/** The local stack always reads a secret's newest version. */
const NEWEST = "newest";

/** What a deployment's setup prepares besides the stacks: the catalog at Stripe, secrets, parameters. */
export type Deployment = {
  secrets: SecretStore;
  parameters: Readonly<Record<string, string>>;
  prices: Prices;
  stripeSecret: () => { secretKey: string; webhookSecret: string };
};

export async function prepareDeployment(options: {
  places: Places;
  siteUrl: string;
  stripe: { url: string; secretKey: string };
  now: () => Date;
}): Promise<Deployment> {
  const { places, siteUrl, stripe } = options;
  const secrets = secretStore(path.join(places.data, "secrets.json"), options.now);
  const prices = await ensureCatalog(stripe);
  await ensurePortal(stripe, siteUrl);
  for (const whose of ["own", "connected"] as const) {
    const made = await ensureWebhook(stripe, siteUrl, whose);
    if (made === undefined) continue;
    const kept: object = JSON.parse(secrets.get(STRIPE_SECRET) ?? "{}");
    const value = { ...kept, secretKey: stripe.secretKey, [WEBHOOKS[whose].secrets]: [made] };
    secrets.put(STRIPE_SECRET, JSON.stringify(value));
  }
  secretOf(secrets, MAILBOX_SECRET);
  const leaseKeys = await leaseKeysOf(places.data, secrets.get(LEASE_SECRET));
  const parameters = {
    [`/${BRAND.slug}/${STAGE}/stripe/price-monthly`]: prices.monthly,
    [`/${BRAND.slug}/${STAGE}/stripe/price-lifetime`]: prices.lifetime,
    [`/${BRAND.slug}/${STAGE}/operator-email`]: PEOPLE.operator.email,
    [`/${BRAND.slug}/${STAGE}/license-issuer`]: siteUrl,
    [`/${BRAND.slug}/${STAGE}/lease-key-arn`]: LEASE_KEY,
    [`/${BRAND.slug}/${STAGE}/lease-key-before-arn`]: LEASE_KEY,
    [`/${BRAND.slug}/${STAGE}/lease-keys`]: JSON.stringify(leaseKeys),
    [`/${BRAND.slug}/${STAGE}/origin-sent`]: NEWEST,
    [`/${BRAND.slug}/${STAGE}/origin-accepted`]: originHashes(secretOf(secrets, ORIGIN_SECRET)),
    // The local stack has no firewall. At AWS, this parameter has the firewall's ARN.
    [`/${BRAND.slug}/${STAGE}/firewall-arn`]: "arn:aws:wafv2:us-east-1:000000000000:global/webacl/local/none",
  };
  return {
    secrets,
    parameters,
    prices,
    stripeSecret: () => stripeSecretIn(secrets, stripe.secretKey),
  };
}

/** @param kept the lease secret of an older stack: its key signs the statement that leads to the new key */
function leaseKeysOf(data: string, kept: string | undefined): Promise<PublicLeaseKeys> {
  const key = { arn: LEASE_KEY, x: String(publicKeyIn(data, LEASE_KEY).export({ format: "jwk" }).x) };
  if (kept === undefined) return publicLeaseKeys(key);
  const keys: LeaseKeys = JSON.parse(kept);
  const signer = createPrivateKey({ key: keys.current, format: "jwk" });
  return publicLeaseKeys(key, { keys, sign: (text) => sign(null, Buffer.from(text), signer) });
}

/** Generates a missing secret, as Secrets Manager does for the template. */
function secretOf(secrets: SecretStore, name: string): string {
  const kept = secrets.get(name);
  if (kept !== undefined) return kept;
  const value = randomBytes(24).toString("hex");
  secrets.put(name, value);
  return value;
}

function stripeSecretIn(secrets: SecretStore, secretKey: string) {
  const kept: unknown = JSON.parse(secrets.get(STRIPE_SECRET) ?? "{}");
  const list =
    typeof kept === "object" && kept !== null && "webhookSecrets" in kept ? kept.webhookSecrets : [];
  const [webhookSecret] = Array.isArray(list) ? list : [];
  return { secretKey, webhookSecret: String(webhookSecret ?? "") };
}
