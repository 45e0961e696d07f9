import { expect, test } from "vitest";
import { isAcceptablePassword, PASSWORD_RULES } from "#shared/accounts/password.ts";

test.each([
  ["Abcdefg1", []],
  ["Abcdef1", ["length"]],
  ["abcdefg1", ["uppercase"]],
  ["ABCDEFG1", ["lowercase"]],
  ["Abcdefgh", ["number"]],
  ["", ["length", "uppercase", "lowercase", "number"]],
])("%j breaks %j", (password, broken) => {
  expect(PASSWORD_RULES.filter((rule) => !rule.test(password)).map((rule) => rule.id)).toEqual(broken);
  expect(isAcceptablePassword(password)).toBe(broken.length === 0);
});
