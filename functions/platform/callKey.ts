import { createHash } from "node:crypto";

const LENGTH = 16;

/**
 * An idempotency key of a call to Stripe that names its parameters. For a day Stripe refuses a key that is repeated with
 * others, such as an address that was changed since: with these, it is another call.
 */
export function callKey(name: string, params: object): string {
  const parameters = createHash("sha256").update(JSON.stringify(params)).digest("base64url");
  return `${name}-${parameters.slice(0, LENGTH)}`;
}
