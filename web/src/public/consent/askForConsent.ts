/**
 * Asks for consent if the visitor followed an affiliate link that needs it. Such a link sets no cookie but adds its
 * code to the page's address (LINK_TO_ASK_ABOUT in shared/referrals/linkConsent.ts). Otherwise, the card's script is
 * not loaded.
 */
export function askForConsent(): void {
  if (window.location.search.includes("via=")) import("./consent.ts").then(({ settle }) => settle());
}
