import { createHmac } from "node:crypto";
import { AFFILIATE_COOKIE, AFFILIATE_COOKIE_LASTS } from "#shared/affiliates/affiliate.ts";
import { SECOND } from "#shared/instant.ts";
import { originSecret } from "../../platform/origin.ts";

/** One click per affiliate, visitor and hour. `hour` counts since 1970. */
export type ClickSource = { affiliateId: string; network: string; userAgent: string; hour: number };

/**
 * The click's id, which is also the cookie's value. It is a keyed hash, so nobody can forge it or derive the network.
 * The key is CloudFront's secret, which every call contains. After a rotation of that secret, repeats within the hour
 * may count twice.
 */
export function clickIdOf({ affiliateId, network, userAgent, hour }: ClickSource): string {
  const secret = originSecret();
  if (secret === undefined) throw new Error("A click's id needs a request's secret");
  const text = JSON.stringify(["click", affiliateId, network, userAgent, hour]);
  return createHmac("sha256", secret).update(text).digest("base64url").slice(0, 32);
}

export function cookieFor(clickId: string): string {
  const seconds = AFFILIATE_COOKIE_LASTS / SECOND;
  return `${AFFILIATE_COOKIE}=${clickId}; Max-Age=${seconds}; Path=/; Secure; HttpOnly; SameSite=Lax`;
}
