import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { readJson, writeJson } from "../jsonFile.ts";

export type Jwks = { keys: { kty: string; kid: string; use: string; alg: string; n: string; e: string }[] };
export type SigningKey = { kid: string; privateKey: KeyObject; jwk: Jwks["keys"][number] };
/** Cognito signs identity tokens and access tokens with two different keys. */
export type PoolKeys = { id: SigningKey; access: SigningKey; secret: string };

const KeyFile = z.object({ id: z.string(), access: z.string(), secret: z.string() });

/**
 * The pool's keys, created on the first start, in a file that only its owner can read.
 * @param spareFile a file for keys to reuse, written if missing: creating keys takes a second, and every test stack
 * starts from nothing
 */
export function loadKeys(dataDir: string, spareFile?: string): PoolKeys {
  const file = join(dataDir, "keys.json");
  const found = readKeys(file);
  const kept = found ?? (spareFile ? readKeys(spareFile) : undefined) ?? newKeys();
  if (!found) writeJson(file, kept);
  if (spareFile && !existsSync(spareFile)) writeJson(spareFile, kept);
  return { id: signingKey(kept.id), access: signingKey(kept.access), secret: kept.secret };
}

const readKeys = (file: string) => KeyFile.safeParse(readJson(file)).data;

const newKeys = () => ({ id: newKey(), access: newKey(), secret: randomBytes(32).toString("hex") });

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
