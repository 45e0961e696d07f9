import { describe, expect, test } from "vitest";
import {
  CODES_COUNT_FOR,
  EMAIL_CODE_LASTS,
  type EmailCode,
  MAX_CODE_TRIES,
  MAX_CODES_PER_DAY,
  NEXT_CODE_AFTER,
  TypedEmailCode,
} from "#shared/accounts/emailCode.ts";
import {
  issueCode,
  newAccount,
  refusedCode,
  requireTypedAddress,
} from "../../../functions/accounts/rules.ts";

const NOW = new Date("2027-03-01T12:00:00.000Z");
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const account = (emailCode: EmailCode | null = null) => ({ emailConfirmed: false, emailCode });
const issued = issueCode(account(), "hash", NOW);

test("a new account stores its address as typed and in its normalized form, and marks it as unproven", () => {
  expect(newAccount("u1", "Ada.L+x@gmail.com", NOW)).toMatchObject({
    emailConfirmed: false,
    emailCode: null,
    email: "Ada.L+x@gmail.com",
    normalisedEmail: "adal@gmail.com",
  });
});

describe("a new account records the accepted versions of the terms and the privacy policy", () => {
  test("if the sign-up names both", () => {
    const agreed = { terms: "2026-11-22", privacy: "2026-11-23", other: "field" };
    expect(newAccount("u1", "ada@example.com", NOW, agreed).agreement).toEqual({
      terms: "2026-11-22",
      privacy: "2026-11-23",
      at: NOW.toISOString(),
    });
  });

  test.each([undefined, {}, { terms: "2026-11-22" }, { terms: "<b>", privacy: "2026-11-23" }])(
    "but none if the sign-up sends %j",
    (agreed) => {
      expect(newAccount("u1", "ada@example.com", NOW, agreed).agreement).toBeNull();
    },
  );
});

describe("a mailed code", () => {
  test("expires after 15 minutes", () => {
    expect(issued).toEqual({
      hash: "hash",
      tries: 0,
      sentAt: [NOW.toISOString()],
      expiresAt: later(EMAIL_CODE_LASTS).toISOString(),
    });
  });

  test("is sent at most once a minute", () => {
    expect(() => issueCode(account(issued), "next", later(NEXT_CODE_AFTER - 1))).toThrow(
      expect.objectContaining({ code: "RATE_LIMITED", details: { retry_after_seconds: 1 } }),
    );
    expect(issueCode(account(issued), "next", later(NEXT_CODE_AFTER))).toMatchObject({
      hash: "next",
      tries: 0,
    });
  });

  test("is sent at most five times in 24 hours", () => {
    let code: EmailCode = issued;
    for (let sent = 1; sent < MAX_CODES_PER_DAY; sent += 1)
      code = issueCode(account(code), "next", later(sent * NEXT_CODE_AFTER));
    const after = later(MAX_CODES_PER_DAY * NEXT_CODE_AFTER);
    expect(() => issueCode(account(code), "next", after)).toThrow(
      expect.objectContaining({ code: "RATE_LIMITED", message: expect.stringContaining("24 hours") }),
    );
    expect(issueCode(account(code), "next", later(CODES_COUNT_FOR)).sentAt).toHaveLength(MAX_CODES_PER_DAY);
  });

  test("is not sent to a proven address", () => {
    expect(() => issueCode({ emailConfirmed: true, emailCode: null }, "next", NOW)).toThrow(
      expect.objectContaining({ code: "CONFLICT" }),
    );
  });
});

describe("the error message names the reason if", () => {
  test.each<[string, EmailCode | null, Date, string]>([
    ["no code was requested", null, NOW, "Request a code first."],
    ["the code has expired", issued, later(EMAIL_CODE_LASTS), "This code has expired. Request a new one."],
    [
      "the last try was wrong",
      { ...issued, tries: MAX_CODE_TRIES },
      NOW,
      "Too many wrong codes. Request a new one.",
    ],
    ["the code is wrong", { ...issued, tries: 1 }, NOW, "That code is incorrect. 4 tries left."],
    [
      "the code is wrong and one try is left",
      { ...issued, tries: 4 },
      NOW,
      "That code is incorrect. 1 try left.",
    ],
  ])("%s", (_name, code, now, message) => {
    expect(refusedCode(code, now)).toMatchObject({ code: "VALIDATION_ERROR", field: "code", message });
  });
});

test.each([
  ["123456", true],
  [" 123 456 ", true],
  ["12345", false],
  ["12345a", false],
  ["1234567", false],
])("the typed text %j is accepted as a code: %s", (typed, good) => {
  const parsed = TypedEmailCode.safeParse(typed);
  expect(parsed.success).toBe(good);
  if (parsed.success) expect(parsed.data).toBe("123456");
});

describe("deleting an account", () => {
  test("requires typing the account's address, in upper or lower case", () => {
    const account = { email: "Person@example.com" };
    expect(() => requireTypedAddress(" person@EXAMPLE.com ", account)).not.toThrow();
    for (const typed of ["", "person@example.org", "person"])
      expect(() => requireTypedAddress(typed, account)).toThrow(expect.objectContaining({ field: "email" }));
  });
});
