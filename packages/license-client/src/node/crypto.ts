import { createHash, createHmac, createPublicKey, randomBytes, verify } from "node:crypto";
import type { Crypto } from "../ports.ts";

export const nodeCrypto: Crypto = {
  verify(x, data, signature) {
    try {
      const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
      return verify(null, Buffer.from(data), key, signature);
    } catch {
      return false;
    }
  },
  sha256: (data) => createHash("sha256").update(data).digest("base64url"),
  hmac: (key, data) => createHmac("sha256", key).update(data).digest("base64url"),
  randomId: () => randomBytes(16).toString("base64url"),
};
