import fc from "fast-check";
import { expect, test } from "vitest";
import { swapSeat } from "#shared/licenses/customer.ts";
import { formatLicenseKey, parseLicenseKey } from "#shared/licenses/key.ts";
import { runs } from "../../support/runs.ts";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const keys = fc.uint8Array({ minLength: 24, maxLength: 24 }).map(formatLicenseKey);

test("a key has five groups of five characters", () => {
  fc.assert(
    fc.property(keys, (key) => {
      expect(key).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){4}$/);
      expect(parseLicenseKey(key)).toBe(key);
    }),
  );
});

test("the check character finds a wrong character", () => {
  fc.assert(
    fc.property(keys, fc.nat(24), fc.nat(31), (key, at, wrong) => {
      const plain = key.replaceAll("-", "");
      const replacement = ALPHABET.charAt(wrong);
      fc.pre(plain[at] !== replacement);
      expect(parseLicenseKey(plain.slice(0, at) + replacement + plain.slice(at + 1))).toBeUndefined();
    }),
    { numRuns: runs(2000) },
  );
});

test("the check character finds two swapped characters", () => {
  fc.assert(
    fc.property(keys, fc.nat(24), fc.nat(24), (key, one, other) => {
      const characters = [...key.replaceAll("-", "")];
      fc.pre(characters[one] !== characters[other]);
      [characters[one], characters[other]] = [characters[other] ?? "", characters[one] ?? ""];
      expect(parseLicenseKey(characters.join(""))).toBeUndefined();
    }),
    { numRuns: runs(2000) },
  );
});

test("a typed O, I or L counts as the similar digit, and case, spaces and hyphens do not matter", () => {
  fc.assert(
    fc.property(keys, (key) => {
      const typed = key.toLowerCase().replaceAll("0", "o").replaceAll("1", "l").replaceAll("-", " ");
      expect(parseLicenseKey(typed)).toBe(key);
    }),
  );
});

test.each([
  ["an empty text", ""],
  ["one group of a key", "7K3MQ"],
  ["25 times a letter that keys do not contain", "U".repeat(25)],
  ["25 times a letter with an accent", "é".repeat(25)],
  ["10,000 times the digit 0", "0".repeat(10_000)],
])("%s is not a key", (_what, typed) => {
  expect(parseLicenseKey(typed)).toBeUndefined();
});

test("a key needs enough randomness", () => {
  expect(() => formatLicenseKey(new Uint8Array(23))).toThrow(RangeError);
});

test.each([undefined, ""])("a swap of the key %j says 'License key is required'", (licenseKey) => {
  expect(swapSeat.input.safeParse({ licenseKey }).error?.issues[0]?.message).toBe("License key is required");
});
