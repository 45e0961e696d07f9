import { publicLeaseKeys } from "../../leaseKeys.ts";
import { ORIGIN_HASH } from "./events.ts";

const LEASE_KEYS = JSON.stringify(await publicLeaseKeys({ arn: "key", x: "bench" }));

export function environment(id: string, url: string): Record<string, string> {
  const tables = ["Activity", "Affiliates", "Alerts", "Audit", "Directory", "Events", "Grants", "Insights"];
  const more = ["Limits", "Payouts", "Promotions", "Seats", "Traffic", "Users"];
  const named = ["SECRET_STRIPE", "SECRET_MAILBOX", "SECRET_POOL", "PRICE_MONTHLY"];
  const others = ["PRICE_LIFETIME", "USER_POOL_ID", "OPERATOR_POOL_ID", "MAIL_FROM", "MAIL_SETTINGS"];
  const queues = ["CHANGES", "ERASURES", "MAIL", "SECURITY", "PAYOUTS", "BATCHES", "ASIDE"];
  return {
    FUNCTION_ID: id,
    STAGE: "bench",
    SITE_URL: url,
    LICENSE_ISSUER: url,
    LEASE_KEYS,
    ORIGIN_HASHES: ORIGIN_HASH,
    SECOND_FACTOR: "optional",
    OPERATOR_EMAIL: "operator@example.com",
    DENIED_NETWORKS: "192.0.2.0/24",
    ...Object.fromEntries([...tables, ...more].map((name) => [`TABLE_${name.toUpperCase()}`, name])),
    ...Object.fromEntries([...named, ...others].map((name) => [name, name.toLowerCase()])),
    ...Object.fromEntries(queues.map((name) => [`${name}_QUEUE_URL`, `${url}/111111111111/${name}`])),
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "example",
    AWS_SESSION_TOKEN: "example",
    AWS_ENDPOINT_URL: url,
    TZ: ":UTC",
    LANG: "en_US.UTF-8",
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
