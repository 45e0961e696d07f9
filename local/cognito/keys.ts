import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

export type Jwks = { keys: { kty: string; kid: string; use: string; alg: string; n: string; e: string }[] };
export type SigningKey = { kid: string; privateKey: KeyObject; jwk: Jwks["keys"][number] };
/** Cognito signs identity tokens and access tokens with two different keys. */
export type PoolKeys = { id: SigningKey; access: SigningKey; secret: string };

const KeyFile = z.object({ id: z.string(), access: z.string(), secret: z.string() });

/** The pool's own keys: made on the first start, kept beside its data, readable by their owner alone. */
export function loadKeys(dataDir: string): PoolKeys {
  const file = join(dataDir, "keys.json");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const secret = randomBytes(32).toString("hex");
    writeFileSync(file, JSON.stringify({ id: newKey(), access: newKey(), secret }), { mode: 0o600 });
  }
  const kept = KeyFile.parse(JSON.parse(readFileSync(file, "utf8")));
  return { id: signingKey(kept.id), access: signingKey(kept.access), secret: kept.secret };
}

export function jwksOf(keys: PoolKeys): Jwks {
  return { keys: [keys.id.jwk, keys.access.jwk] };
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

function signingKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  const { n = "", e = "" } = privateKey.export({ format: "jwk" });
  const kid = createHash("sha256").update(n).digest("base64");
  return { kid, privateKey, jwk: { kty: "RSA", kid, use: "sig", alg: "RS256", n, e } };
}
