import { AppError } from "#shared/errors.ts";
import { isOpaque } from "#shared/listing.ts";
import { LONGEST_URL } from "#shared/referrals/destination.ts";

const PRIVATE_NAMES =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|onion|home\.arpa)$/;

/**
 * Accepts https addresses with a public host name, and every page of our own site. Refuses all numeric addresses,
 * because private ones have many spellings.
 * @returns the address as a browser writes it
 * @throws VALIDATION_ERROR at `url`
 */
export function checkDestinationUrl(typed: string, siteUrl: string): string {
  const url = URL.parse(typed);
  if (!url) throw refused("URL must be a complete address: https://…");
  if (url.href.length > LONGEST_URL) throw refused(`URL is too long (at most ${LONGEST_URL} characters)`);
  if (url.username !== "" || url.password !== "")
    throw refused("URL must not contain a user name or a password");
  if (url.origin === new URL(siteUrl).origin) return url.href;
  if (url.protocol !== "https:") throw refused("URL must begin with https://");
  const host = url.hostname.replace(/\.$/, "");
  if (host.startsWith("[") || /^[\d.]+$/.test(host))
    throw refused("URL must have a domain name, not an IP address");
  if (!host.includes(".") || PRIVATE_NAMES.test(host)) throw refused("URL must be on the public web");
  return url.href;
}

const refused = (message: string) => new AppError("VALIDATION_ERROR", message, { field: "url" });

const LONGEST_ID = 40;

/** Turns a destination's name into its part of a link: `Pricing & plans` → `pricing-plans`. */
export function destinationIdOf(name: string, otherwise: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_ID)
    .replaceAll(/^-+|-+$/g, "");
  return isOpaque(words) ? words : otherwise;
}
