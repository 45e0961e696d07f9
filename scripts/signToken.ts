import { createPrivateKey, type JsonWebKey, sign } from "node:crypto";

/** Signs a payload as JWS in compact form with Ed25519, the form of everything that our applications believe. */
export function signToken(signer: JsonWebKey & { kid: string }, type: string, payload: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "EdDSA", kid: signer.kid, typ: type })}.${encode(payload)}`;
  const key = createPrivateKey({ key: signer, format: "jwk" });
  return `${signed}.${sign(null, Buffer.from(signed), key).toString("base64url")}`;
}
