import { createPrivateKey, type JsonWebKey, sign } from "node:crypto";

/** Signs a payload as a compact JWS with Ed25519, the format that our applications verify. */
export function signToken(signer: JsonWebKey & { kid: string }, type: string, payload: object): string {
  const signed = unsignedToken(signer.kid, type, payload);
  const key = createPrivateKey({ key: signer, format: "jwk" });
  return withSignature(signed, sign(null, Buffer.from(signed), key));
}

/** The part of a compact JWS that its signature covers. */
export function unsignedToken(kid: string, type: string, payload: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  return `${encode({ alg: "EdDSA", kid, typ: type })}.${encode(payload)}`;
}

export const withSignature = (signed: string, signature: Uint8Array): string =>
  `${signed}.${Buffer.from(signature).toString("base64url")}`;
