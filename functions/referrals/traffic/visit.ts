import { createHmac } from "node:crypto";
import { isbot } from "isbot";
import type { Click } from "#shared/affiliates/activity.ts";
import { AFFILIATE_COOKIE, AFFILIATE_COOKIE_LASTS } from "#shared/affiliates/affiliate.ts";
import { SECOND } from "#shared/instant.ts";
import { CONSENT_HEADER } from "#shared/referrals/linkConsent.ts";
import { originSecret } from "../../platform/origin.ts";
import type { Visitor } from "../../platform/visitor.ts";

export type Visit = {
  /** Set only by a script on our pages: the visitor agreed to the link's cookie. Contains the referring page. */
  linkConsent: string | null;
  referrer: string | null;
  /**
   * `opened`: the visitor sees the destination. `prefetched`: a browser loads it in advance. `looked`: a program checks
   * the link, or a page embeds it as an image.
   */
  way: "opened" | "prefetched" | "looked";
};

/** A browser that sends no `sec-fetch-dest` counts as opening the page. */
export function visitOf({ headers, routeKey }: Pick<Visitor, "headers" | "routeKey">): Visit {
  const linkConsent = headers[CONSENT_HEADER] ?? null;
  const isDocument = (headers["sec-fetch-dest"] ?? "document") === "document" || linkConsent !== null;
  const way = routeKey?.startsWith("HEAD ") || !isDocument ? "looked" : "opened";
  return {
    linkConsent,
    referrer: linkConsent ?? headers.referer ?? null,
    way: headers["sec-purpose"]?.startsWith("prefetch") ? "prefetched" : way,
  };
}

/** One click per affiliate, visitor and hour. */
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

/** The user agents of browsers and in-app browsers start like this. Everything else is a program. */
const BROWSER = /^(Mozilla\/5\.0|Opera\/)/;

/**
 * Detects crawlers, link previews, monitors and libraries by their own user agents (isbot's list). A bot that pretends
 * to be a browser is not detected.
 */
export function isBot(userAgent: string | null): boolean {
  return userAgent === null || !BROWSER.test(userAgent) || isbot(userAgent);
}

export function deviceOf(userAgent: string | null): Click["device"] {
  if (userAgent === null || isBot(userAgent)) return "bot";
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(userAgent)) return "tablet";
  return /Mobi|iPhone|iPod|Android/i.test(userAgent) ? "mobile" : "desktop";
}
