/**
 * Asks for consent if the visitor followed an affiliate link that needs it. Such a link sets no cookie and puts its
 * code into the address (LINK_TO_ASK_ABOUT in shared/referrals/linkConsent.ts). Other addresses do not load the card.
 */
export function askForConsent(): void {
  if (window.location.search.includes("via=")) import("./consent.ts").then(({ settle }) => settle());
}
