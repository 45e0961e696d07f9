import { describe, expect, test } from "vitest";
import { isMailable, TypedEmail } from "#shared/accounts/typedEmail.ts";

const said = (typed: string) => TypedEmail.safeParse(typed).error?.issues[0]?.message;

describe("an address that a person types", () => {
  test.each([
    "ann@example.com",
    "  ann@example.com ",
    "Ann.B-c_d+shop@mail.example.co.uk",
    "o'neill@example.com",
    "a!b#c/d=e@example.com",
    "ann@xn--mller-kva.example",
    `${"a".repeat(64)}@example.com`,
  ])("%j is accepted", (typed) => {
    expect(TypedEmail.parse(typed)).toBe(typed.trim());
  });

  test.each([
    "ann",
    "ann@example",
    "@example.com",
    "ann@b@example.com",
    "ann b@example.com",
    "",
    `${"a".repeat(65)}@example.com`,
  ])("%j is refused", (typed) => {
    expect(said(typed)).toBe("Invalid email format");
    expect(isMailable(typed)).toBe(false);
  });

  test.each([
    "müller@example.com",
    "ann@müller.example",
    "a,b@example.com",
    '"ann"@example.com',
    ".ann@example.com",
    "ann..b@example.com",
    "ann.@example.com",
    "ann@-example.com",
    "ann@example..com",
    `ann@${"a".repeat(64)}.com`,
  ])("%s, which the mail service may refuse, is refused with a message about the letters", (typed) => {
    expect(said(typed)).toMatch(/^Email must be written in unaccented letters/);
    expect(isMailable(typed)).toBe(false);
  });
});
