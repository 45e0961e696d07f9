import { expect, test } from "vitest";
import { isAcceptablePassword, OUTER_SPACE, PASSWORD_RULES } from "#shared/accounts/password.ts";
import { changePassword } from "#shared/accounts/settings.ts";

test.each([
  ["Abcdefg1", []],
  ["Abcdef1", ["length"]],
  ["abcdefg1", ["uppercase"]],
  ["ABCDEFG1", ["lowercase"]],
  ["Abcdefgh", ["number"]],
  ["", ["length", "uppercase", "lowercase", "number"]],
])("the password %j breaks the rules %j", (password, broken) => {
  expect(PASSWORD_RULES.filter((rule) => !rule.test(password)).map((rule) => rule.id)).toEqual(broken);
  expect(isAcceptablePassword(password)).toBe(broken.length === 0);
});

test("the API refuses a password with a space at its end, as Cognito does", () => {
  const refused = changePassword.input.safeParse({ password: "Correct Horse 7 " });
  expect(refused.error?.issues.map(({ message }) => message)).toEqual([OUTER_SPACE]);
  expect(changePassword.input.safeParse({ password: "Correct Horse 7" }).success).toBe(true);
});
