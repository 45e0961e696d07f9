import { createHmac } from "node:crypto";

/** The Stripe-Signature header: the time, then a signature per valid secret. */
export function signWebhook(body: string, secrets: readonly string[], at: number): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`,
  );
  return [`t=${at}`, ...signatures].join(",");
}
