import * as z from "zod/mini";
import { lettersAndDigits } from "../typed.ts";

/**
 * A license key: 25 characters of Crockford's base 32 in five groups, `7K3MQ-9X2VD-4H8TN-R6WBC-PJ5ZE`. The last
 * character is a check, which tells a typing error from an unknown key without the database. Reading rules (O is 0, I
 * and L are 1, case and separators do not matter): https://www.crockford.com/base32.html. The check is a weighted sum
 * in GF(32) with 24 different weights: it detects every single wrong character and every exchange of two.
 */
export const KEY_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const DATA_LENGTH = 24;
const GROUP = 5;
const FIELD_POLYNOMIAL = 0b100101;

function timesX(value: number): number {
  const doubled = value << 1;
  return doubled & 32 ? doubled ^ FIELD_POLYNOMIAL : doubled;
}

function checkCharacter(data: string): string {
  let sum = 0;
  for (const character of data) sum = timesX(sum ^ KEY_ALPHABET.indexOf(character));
  return KEY_ALPHABET.charAt(sum);
}

/** @param random 24 bytes from the platform's random source. The key uses five bits of each (120 bits in total). */
export function formatLicenseKey(random: Uint8Array): string {
  if (random.length < DATA_LENGTH) throw new RangeError(`A license key needs ${DATA_LENGTH} random bytes`);
  const data = Array.from(random.subarray(0, DATA_LENGTH), (byte) => KEY_ALPHABET.charAt(byte & 31)).join("");
  return inGroups(data + checkCharacter(data));
}

const inGroups = (plain: string): string => plain.match(new RegExp(`.{1,${GROUP}}`, "g"))?.join("-") ?? plain;

/** A stored key as a number of 125 bits. */
export const valueOfKey = (licenseKey: string): bigint =>
  [...licenseKey.replaceAll("-", "")].reduce(
    (value, character) => (value << 5n) | BigInt(KEY_ALPHABET.indexOf(character)),
    0n,
  );

/** The inverse of `valueOfKey`. */
export function groupsOfKey(value: bigint): string {
  const places = Array.from({ length: DATA_LENGTH + 1 }, (_, at) => BigInt(DATA_LENGTH - at) * 5n);
  return inGroups(places.map((place) => KEY_ALPHABET.charAt(Number((value >> place) & 31n))).join(""));
}

/** Drops separators and reads O as 0, I and L as 1. */
export const plainKey = (typed: string): string =>
  lettersAndDigits(typed).toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");

/** The stored form of a typed key; undefined if it cannot be a key. */
export function parseLicenseKey(typed: string): string | undefined {
  if (typed.length > 64) return undefined;
  const plain = plainKey(typed);
  if (plain.length !== DATA_LENGTH + 1) return undefined;
  if ([...plain].some((character) => !KEY_ALPHABET.includes(character))) return undefined;
  if (checkCharacter(plain.slice(0, DATA_LENGTH)) !== plain.at(-1)) return undefined;
  return inGroups(plain);
}

/** A key in a request, not checked yet: the handler answers INVALID_KEY if the text cannot be a key. */
export const TypedLicenseKey = z
  .string("License key is required")
  .check(z.minLength(1, "License key is required"), z.maxLength(64));
