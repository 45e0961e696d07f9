import { LINK_TO_ASK_ABOUT } from "#shared/referrals/linkConsent.ts";

type Asking = { country: string | null; linkConsent: string | null };

/** Whether the visitor must agree before we store anything. For an unknown country, the strictest law may apply. */
export function mustAsk(countries: readonly string[], { country, linkConsent }: Asking): boolean {
  if (countries.length === 0 || linkConsent !== null) return false;
  return country === null || countries.includes(country);
}

/** Adds the link to the address of our own page, which asks the visitor. Other sites cannot ask. */
export function askingAddress(location: string, siteUrl: string, link: string): string {
  const url = URL.parse(location);
  if (url?.origin !== URL.parse(siteUrl)?.origin || !url) return location;
  url.searchParams.set(LINK_TO_ASK_ABOUT, link);
  return url.href;
}
