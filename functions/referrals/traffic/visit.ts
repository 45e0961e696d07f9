import { CONSENT_HEADER } from "#shared/referrals/linkConsent.ts";
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
