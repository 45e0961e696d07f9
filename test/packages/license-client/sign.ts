import { createHash, createPrivateKey, sign } from "node:crypto";
import type { LeaseKeys } from "../../../scripts/leaseKeys.ts";

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** A JWS as the service makes them. @param header replaces parts of the header */
export function signToken(
  key: LeaseKeys["current"],
  typ: string,
  claims: unknown,
  header: Record<string, unknown> = {},
): string {
  const signed = `${encode({ alg: "EdDSA", kid: key.kid, typ, ...header })}.${encode(claims)}`;
  const signature = sign(null, Buffer.from(signed), createPrivateKey({ key, format: "jwk" }));
  return `${signed}.${signature.toString("base64url")}`;
}

export const digestOf = (body: string) => createHash("sha256").update(body).digest("base64url");

export const publicOf = ({ kty, crv, x, kid }: LeaseKeys["current"]) => ({ kty, crv, x, kid });
