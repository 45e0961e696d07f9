import { BRAND } from "#shared/brand.ts";

/** The key URI in an authenticator's QR code (Google's format). */
export function authenticatorUri(email: string, secret: string): string {
  const query = new URLSearchParams({ secret, issuer: BRAND.name });
  return `otpauth://totp/${encodeURIComponent(`${BRAND.name}:${email}`)}?${query}`;
}
