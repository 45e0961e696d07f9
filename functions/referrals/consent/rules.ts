import { LINK_TO_ASK_ABOUT } from "#shared/referrals/linkConsent.ts";

type Asking = { country: string | null; linkConsent: string | null };

/** Whether nothing of a visit may be kept yet. Where the country is unknown, the strictest law may hold. */
export function mustAsk(countries: readonly string[], { country, linkConsent }: Asking): boolean {
  if (countries.length === 0 || linkConsent !== null) return false;
  return country === null || countries.includes(country);
}

/** A page of ours learns which link led to it, and asks. A page elsewhere does not: its visitor is never asked. */
export function askingAddress(location: string, siteUrl: string, link: string): string {
  const url = URL.parse(location);
  if (url?.origin !== URL.parse(siteUrl)?.origin || !url) return location;
  url.searchParams.set(LINK_TO_ASK_ABOUT, link);
  return url.href;
}
