import { AppError } from "#shared/errors.ts";

/** Variables that infra gives to functions. In functions/, only this file reads process.env. */
export type Variable =
  | "FUNCTION_ID"
  | "FUNCTION_PREFIX"
  | "STAGE"
  | "SITE_URL"
  | "ORIGIN_HASHES"
  | "SECRET_STRIPE"
  /** JSON without secrets: the KMS key that signs leases, and the public keys for clients. */
  | "LEASE_KEYS"
  /** The issuer in leases and answers. It stays the same when the site moves to another domain. */
  | "LICENSE_ISSUER"
  | "SECRET_MAILBOX"
  | "SECRET_POOL"
  | "PRICE_MONTHLY"
  | "PRICE_LIFETIME"
  | "SECOND_FACTOR"
  | "USER_POOL_ID"
  | "CHANGES_QUEUE_URL"
  | "OPERATOR_CLIENT_ID"
  | "OPERATOR_POOL_ID"
  | "ERASURES_QUEUE_URL"
  | "MAIL_QUEUE_URL"
  | "SECURITY_QUEUE_URL"
  | "PAYOUTS_QUEUE_URL"
  | "BATCHES_QUEUE_URL"
  | "ASIDE_QUEUE_URL"
  | "DENIED_NETWORKS"
  | "MAIL_FROM"
  | "MAIL_SETTINGS"
  | "OPERATOR_EMAIL"
  | `TABLE_${string}`;

/** @throws CONFIG_ERROR naming the variable if infra did not set it */
export function env(name: Variable): string {
  const value = process.env[name];
  if (!value) throw new AppError("CONFIG_ERROR", `Variable ${name} is missing`);
  return value;
}

/** JSON. Empty in a stage without alarms and in functions whose events no alarm counts. */
export const countedEvents = (): string => process.env.COUNTED_EVENTS ?? "{}";

/** Lambda sets the region. A local stack sets the endpoint that replaces Amazon's. */
export const amazonEnv = (name: "AWS_REGION" | "AWS_ENDPOINT_URL"): string | undefined => process.env[name];

/** Lambda's credentials last as long as the function's instance, so nothing refreshes them. */
export function credentials() {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN,
  } = process.env;
  if (!accessKeyId || !secretAccessKey)
    throw new AppError("CONFIG_ERROR", "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are missing");
  return {
    accessKeyId,
    secretAccessKey,
    ...(AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: AWS_SESSION_TOKEN }),
  };
}
