import { BRAND } from "#shared/brand.ts";

/** What an authenticator app reads from the QR code: the key URI that Google Authenticator introduced. */
export function authenticatorUri(email: string, secret: string): string {
  const query = new URLSearchParams({ secret, issuer: BRAND.name });
  return `otpauth://totp/${encodeURIComponent(`${BRAND.name}:${email}`)}?${query}`;
}
