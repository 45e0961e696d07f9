import type { Crypto } from "./ports.ts";
import { type Fields, fieldsOf, parseJson, textOf } from "./wire.ts";

// A public key (RFC 8037). `kid` is its thumbprint (RFC 7638).
export type PublicKey = { kid: string; kty: "OKP"; crv: "Ed25519"; x: string };
export type TokenType = "lease+jwt" | "answer+jwt" | "key+jwt" | "update+jwt";

/**
 * Reads a compact JWS after checking its type and its signature (Ed25519, the only algorithm).
 * @returns undefined unless one of the keys signed exactly this token
 */
export function readToken(
  token: string,
  type: TokenType,
  keys: readonly PublicKey[],
  crypto: Crypto,
): Fields | undefined {
  const [header = "", payload = "", signature = "", ...more] = token.split(".");
  const { kid, typ, alg, crit } = fieldsOf(parseJson(decodeText(header)));
  const key = keys.find((one) => one.kid === kid);
  const bytes = decode(signature);
  if (!key || !bytes || more.length > 0 || typ !== type || alg !== "EdDSA" || crit !== undefined)
    return undefined;
  if (!crypto.verify(key.x, `${header}.${payload}`, bytes)) return undefined;
  return fieldsOf(parseJson(decodeText(payload)));
}

/** The key id that a token names. The id is unverified, so use it only to look up the key. */
export const keyIdOf = (token: string): string =>
  textOf(fieldsOf(parseJson(decodeText(token.split(".")[0] ?? ""))).kid);

/** @returns undefined unless the value is an Ed25519 key whose id is its thumbprint */
export function readPublicKey(value: unknown, crypto: Crypto): PublicKey | undefined {
  const { kid, kty, crv, x } = fieldsOf(value);
  if (kty !== "OKP" || crv !== "Ed25519" || typeof kid !== "string" || typeof x !== "string")
    return undefined;
  return crypto.sha256(JSON.stringify({ crv, kty, x })) === kid ? { kid, kty, crv, x } : undefined;
}

/** @returns undefined unless the text is canonical base64url */
function decode(base64url: string): Buffer | undefined {
  const bytes = Buffer.from(base64url, "base64url");
  return bytes.toString("base64url") === base64url ? bytes : undefined;
}

const decodeText = (base64url: string): string | undefined => decode(base64url)?.toString();
