import { createHash } from "node:crypto";

const LENGTH = 16;

/**
 * An idempotency key that includes a hash of the parameters. Stripe refuses a key that is reused within a day with
 * other parameters, for example after the customer changed their address.
 */
export function callKey(name: string, params: object): string {
  const parameters = createHash("sha256").update(JSON.stringify(params)).digest("base64url");
  return `${name}-${parameters.slice(0, LENGTH)}`;
}
