import { CONSENT_HEADER } from "#shared/referrals/linkConsent.ts";
import type { Visitor } from "../../platform/visitor.ts";

export type Visit = {
  /** Said by a script of our pages alone: the visitor agreed to the cookie of a link. It names the page before. */
  linkConsent: string | null;
  referrer: string | null;
  /**
   * `opened`: the visitor sees the destination. `prefetched`: a browser asks in case its user opens the link. `looked`: a
   * program asks whether the link works, or a page shows it as a picture.
   */
  way: "opened" | "prefetched" | "looked";
};

/** Browsers that do not say what they ask for are taken to open the page. */
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
