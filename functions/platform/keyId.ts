import { type Cipheriv, createCipheriv, createDecipheriv, createHash, type Decipheriv } from "node:crypto";
import { groupsOfKey, valueOfKey } from "#shared/licenses/key.ts";
import { maskKey } from "#shared/licenses/masked.ts";
import { originSecret } from "./origin.ts";

/** A key has 125 bits: one block, so that ECB repeats nothing, and the same key always has the same id. */
const CIPHER = "aes-256-ecb";
const BLOCK_BYTES = 16;
const KEY_BITS = 125n;

/**
 * What the back office calls a license key: the key encrypted, in 22 characters. Ids are in addresses and in the audit
 * log, where a key must not, and need no separate row. They change when CloudFront's secret is rolled.
 */
export function keyIdOf(licenseKey: string): string {
  const block = Buffer.from(
    valueOfKey(licenseKey)
      .toString(16)
      .padStart(BLOCK_BYTES * 2, "0"),
    "hex",
  );
  return ciphers().encrypt.update(block).toString("base64url");
}

/** The key of an id. A text that is no id is returned as it is: it may be a key, and a call's body may name that as well. */
export function licenseKeyOf(keyId: string): string {
  const block = Buffer.from(keyId, "base64url");
  if (block.length !== BLOCK_BYTES || block.toString("base64url") !== keyId) return keyId;
  const value = BigInt(`0x${ciphers().decrypt.update(block).toString("hex")}`);
  return value >> KEY_BITS === 0n ? groupsOfKey(value) : keyId;
}

/** A row as it leaves: with an id and the ends of the key in the place of the key. */
export const shownKey = <R extends { license_key: string }>(row: R): R & { id: string } => ({
  ...row,
  id: keyIdOf(row.license_key),
  license_key: maskKey(row.license_key),
});

/** Each block is encrypted alone, so that one cipher serves them all: to make one takes longer than 25 blocks. */
let made: { secret: string; encrypt: Cipheriv; decrypt: Decipheriv } | undefined;

function ciphers(): { encrypt: Cipheriv; decrypt: Decipheriv } {
  const secret = originSecret();
  if (secret === undefined) throw new Error("Only a function that a request reached names license keys");
  if (made?.secret === secret) return made;
  const key = createHash("sha256").update(`license key id ${secret}`).digest();
  made = {
    secret,
    encrypt: createCipheriv(CIPHER, key, null).setAutoPadding(false),
    decrypt: createDecipheriv(CIPHER, key, null).setAutoPadding(false),
  };
  return made;
}
