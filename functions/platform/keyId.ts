import { type Cipheriv, createCipheriv, createDecipheriv, createHash, type Decipheriv } from "node:crypto";
import { groupsOfKey, valueOfKey } from "#shared/licenses/key.ts";
import { maskKey } from "#shared/licenses/masked.ts";
import { originSecret } from "./origin.ts";

/** ECB is safe here: a key has 125 bits, so each plaintext is one block. Equal keys must give equal ids. */
const CIPHER = "aes-256-ecb";
const BLOCK_BYTES = 16;
const KEY_BITS = 125n;

/**
 * The id of a license key in the back office: the encrypted key in 22 characters. URLs and the audit log contain ids
 * instead of keys. Rolling CloudFront's secret changes all ids.
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

/** Decrypts an id. Returns other text unchanged, because callers may also pass a license key. */
export function licenseKeyOf(keyId: string): string {
  const block = Buffer.from(keyId, "base64url");
  if (block.length !== BLOCK_BYTES || block.toString("base64url") !== keyId) return keyId;
  const value = BigInt(`0x${ciphers().decrypt.update(block).toString("hex")}`);
  return value >> KEY_BITS === 0n ? groupsOfKey(value) : keyId;
}

export const shownKey = <R extends { license_key: string }>(row: R): R & { id: string } => ({
  ...row,
  id: keyIdOf(row.license_key),
  license_key: maskKey(row.license_key),
});

/**
 * Cached, because creating a cipher takes longer than encrypting a page of keys. ECB ciphers keep no state between
 * calls.
 */
let made: { secret: string; encrypt: Cipheriv; decrypt: Decipheriv } | undefined;

function ciphers(): { encrypt: Cipheriv; decrypt: Decipheriv } {
  const secret = originSecret();
  if (secret === undefined) throw new Error("License keys have ids only while a request is handled");
  if (made?.secret === secret) return made;
  const key = createHash("sha256").update(`license key id ${secret}`).digest();
  made = {
    secret,
    encrypt: createCipheriv(CIPHER, key, null).setAutoPadding(false),
    decrypt: createDecipheriv(CIPHER, key, null).setAutoPadding(false),
  };
  return made;
}
