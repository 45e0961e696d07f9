/**
 * Loads the consent card if the visitor followed an affiliate link that needs consent. Such a link sets no cookie but
 * adds its code to the page's address (LINK_TO_ASK_ABOUT in shared/referrals/linkConsent.ts).
 */
export function askForConsent(): void {
  if (window.location.search.includes("via=")) import("./consent.ts").then(({ settle }) => settle());
}
