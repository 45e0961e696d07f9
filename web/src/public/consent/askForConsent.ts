/**
 * Asks for consent if an affiliate link needs it. Such a link sets no cookie and puts its code into the address
 * (LINK_TO_ASK_ABOUT in shared/referrals/linkConsent.ts). The card's script loads only then.
 */
export function askForConsent(): void {
  if (window.location.search.includes("via=")) import("./consent.ts").then(({ settle }) => settle());
}
