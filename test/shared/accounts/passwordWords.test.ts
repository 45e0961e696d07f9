import { expect, test } from "vitest";
import { isLeaked } from "#shared/accounts/leakedPasswords.ts";
import { passwordWeakness } from "#shared/accounts/passwordWords.ts";
import { BRAND } from "#shared/brand.ts";

const OWN = ["sarah.miller@example.com", "Sarah Miller"];
const COMMON = /too common/;
const OWN_WORDS = /your name/;

test.each([
  "Password1",
  "P@ssw0rd",
  "Passw0rd1",
  "Qwerty123",
  "Abcd1234",
  "Welcome1",
  "Admin123",
  "Iloveyou1",
  "Letmein1",
  "Test1234",
  "Summer2026",
  "Qwertyuiop1",
  "1q2w3e4rT",
  "Trustno1",
  "Aa123456",
])("the common password %s is refused", (password) => {
  expect(passwordWeakness(password, OWN)).toMatch(COMMON);
});

test.each(["Blink182", "Ncc1701d", "Chelsea1", "8J4ye3uz"])(
  "the frequently leaked password %s is refused",
  (password) => {
    expect(isLeaked(password)).toBe(true);
  },
);

test.each([
  "Sarah1990",
  "Miller123",
  "SarahMiller1",
  "sarah.miller@Example.com1",
  `${BRAND.name}1`,
  `${BRAND.name}2026`,
])("the password %s with words of the account or the product is refused", (password) => {
  expect(passwordWeakness(password, OWN)).toMatch(OWN_WORDS);
});

test.each([
  "Correct-Horse7",
  "Owners-Horse8",
  "kT9vWq2zLp",
  "Password-of-my-grandmother9",
  "Tigerlily-Umbrella4",
  "Aaпривет1",
  "Dragonпривет1",
])("the password %s is accepted", (password) => {
  expect(passwordWeakness(password, OWN)).toBeUndefined();
  expect(isLeaked(password)).toBe(false);
});

test("fewer than 10 of 2,000 uncommon passwords count as leaked", () => {
  const drawn = Array.from({ length: 2_000 }, (_, at) => `K${(at * 7919).toString(36)}-vq${at}`);
  const refused = drawn.filter((password) => isLeaked(password));
  expect(refused.length).toBeLessThan(10);
});

test("a short part of an address does not make a password invalid", () => {
  expect(passwordWeakness("Bluebottle-Fly7", ["al@ex.io"])).toBeUndefined();
});
