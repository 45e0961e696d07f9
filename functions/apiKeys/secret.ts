import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { BRAND } from "#shared/brand.ts";
import { hashSecret } from "../platform/random.ts";

/**
 * `<slug>_key_<id><secret><checksum>`. The prefix lets secret scanners find leaked keys. The checksum detects typing
 * mistakes before the table is read.
 */
const PREFIX = `${BRAND.slug}_key_`;
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 10;
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${ID_LENGTH}})[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
);

const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** Only the hash is stored. 178 random bits need no salt. */
export function newApiKey(): { id: string; key: string; hash: string } {
  const id = letters(ID_LENGTH);
  const body = PREFIX + id + letters(SECRET_LENGTH);
  const key = body + checksumOf(body);
  return { id, key, hash: hashSecret(key) };
}

export function readApiKey(given: string): { id: string; hash: string } | undefined {
  const id = SHAPE.exec(given)?.[1];
  const body = given.slice(0, -CHECKSUM_LENGTH);
  if (id === undefined || given.slice(-CHECKSUM_LENGTH) !== checksumOf(body)) return undefined;
  return { id, hash: hashSecret(given) };
}

function checksumOf(body: string): string {
  let left = crc32(body);
  let text = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = (LETTERS[left % LETTERS.length] ?? "") + text;
    left = Math.floor(left / LETTERS.length);
  }
  return text;
}
