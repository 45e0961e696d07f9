/**
 * Where the law asks for consent, a link of an affiliate leads here without a cookie and names itself in the address:
 * LINK_TO_ASK_ABOUT in shared/referrals/linkConsent.ts. What asks is fetched only then.
 */
export function askForConsent(): void {
  if (window.location.search.includes("via=")) import("./consent.ts").then(({ settle }) => settle());
}
