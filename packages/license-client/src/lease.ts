import { fieldsOf, type PublicKey, parseJson, type Tier, textOf } from "./wire.ts";

/** What a lease says once its signature has been checked. Times in milliseconds since 1970. */
export type Lease = {
  seat: string;
  activation: string;
  fingerprint: string;
  tier: Tier;
  issuedAt: number;
  endsAt: number;
};

/**
 * Checks the signature (JWS compact, Ed25519) and reads the claims. The header's algorithm is not asked for an
 * opinion: there is one.
 * @returns undefined where it is no lease of the service that the keys belong to
 */
export async function verifyLease(token: string, keys: readonly PublicKey[]): Promise<Lease | undefined> {
  const [header = "", payload = "", signature = "", ...more] = token.split(".");
  const keyId = textOf(fieldsOf(parseJson(decodeText(header))).kid);
  const key = keys.find(({ kid }) => kid === keyId);
  const signed = decode(signature);
  if (!key || !signed || more.length > 0) return undefined;
  const { kty, crv, x } = key;
  const trusted = await crypto.subtle
    .importKey("jwk", { kty, crv, x }, { name: "Ed25519" }, false, ["verify"])
    .then((imported) =>
      crypto.subtle.verify("Ed25519", imported, signed, new TextEncoder().encode(`${header}.${payload}`)),
    )
    .catch(() => false);
  return trusted ? readClaims(parseJson(decodeText(payload))) : undefined;
}

function readClaims(claims: unknown): Lease | undefined {
  const { sub, activation, fingerprint, tier, iat, exp } = fieldsOf(claims);
  if (typeof iat !== "number" || typeof exp !== "number") return undefined;
  return {
    seat: textOf(sub),
    activation: textOf(activation),
    fingerprint: textOf(fingerprint),
    tier: tier === "pro" ? "pro" : "free",
    issuedAt: iat * 1000,
    endsAt: exp * 1000,
  };
}

function decode(base64url: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function decodeText(base64url: string): string | undefined {
  const bytes = decode(base64url);
  return bytes && new TextDecoder().decode(bytes);
}
