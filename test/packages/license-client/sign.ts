import { createHash, createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { LeaseKeys } from "../../../scripts/leaseKeys.ts";

const known = new Map<string, KeyObject>();

/** Caches the key, because parsing it takes longer than signing. */
function privateKeyOf(key: LeaseKeys["current"]): KeyObject {
  const found = known.get(key.d) ?? createPrivateKey({ key, format: "jwk" });
  known.set(key.d, found);
  return found;
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** Signs a JWS as the service does. @param header replaces parts of the header */
export function signToken(
  key: LeaseKeys["current"],
  typ: string,
  claims: unknown,
  header: Record<string, unknown> = {},
): string {
  const signed = `${encode({ alg: "EdDSA", kid: key.kid, typ, ...header })}.${encode(claims)}`;
  const signature = sign(null, Buffer.from(signed), privateKeyOf(key));
  return `${signed}.${signature.toString("base64url")}`;
}

export const digestOf = (body: string) => createHash("sha256").update(body).digest("base64url");

export const publicOf = ({ kty, crv, x, kid }: LeaseKeys["current"]) => ({ kty, crv, x, kid });
