import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { ResetPasswordForm, SignInForm, SignUpForm } from "../../../web/src/customer/account/schemas.ts";

const good = { email: "a@example.com", password: "Correct-Horse7", confirmation: "Correct-Horse7" };

/** The first error of each field, as the form shows it. */
async function sentences(schema: z.ZodMiniType, input: unknown): Promise<Record<string, string>> {
  const { error } = await z.safeParseAsync(schema, input);
  const shown: Record<string, string> = {};
  for (const issue of error?.issues ?? []) shown[String(issue.path[0])] ??= issue.message;
  return shown;
}

describe("the sign-up form", () => {
  test("accepts values that meet every rule", async () => {
    expect(await sentences(SignUpForm, good)).toEqual({});
  });
  test("requires every field", async () => {
    expect(await sentences(SignUpForm, { email: "", password: "", confirmation: "" })).toEqual({
      email: "Email is required",
      password: "Password is required",
      confirmation: "Password confirmation is required",
    });
  });
  test.each<{ what: string; change: Partial<SignUpForm>; expected: Record<string, string> }>([
    { what: "no at-sign", change: { email: "a.example.com" }, expected: { email: "Invalid email format" } },
    {
      what: "a short password",
      change: { password: "Abc1", confirmation: "Abc1" },
      expected: { password: "Password must be at least 8 characters" },
    },
    ...["abcdefg1", "ABCDEFG1", "Abcdefgh"].map((password) => ({
      what: `the password ${password}`,
      change: { password, confirmation: password },
      expected: { password: "Password does not meet security requirements" },
    })),
    ...["Correct Horse 7 ", " Correct Horse 7"].map((password) => ({
      what: `the password “${password}”`,
      change: { password, confirmation: password },
      expected: { password: "Password must not begin or end with a space" },
    })),
    {
      what: "a different confirmation",
      change: { confirmation: "Abcdefg2" },
      expected: { confirmation: "Passwords do not match" },
    },
  ])("refuses $what", async ({ change, expected }) => {
    expect(await sentences(SignUpForm, { ...good, ...change })).toEqual(expected);
  });
});

describe("the sign-in form", () => {
  test("requires both fields", async () => {
    expect(await sentences(SignInForm, { email: " ", password: "" })).toEqual({
      email: "Email is required",
      password: "Password is required",
    });
  });
  test("accepts an old password that today's rules would refuse", async () => {
    expect(await sentences(SignInForm, { email: "a@b", password: "x" })).toEqual({});
  });
});

test.each([
  { what: "sign-up", form: SignUpForm },
  { what: "a reset", form: ResetPasswordForm },
])(
  "the form for $what refuses a common password, a leaked one, and one that contains the name from the email address",
  async ({ form }) => {
    const typed = { email: "wilhelmina@example.com", code: "123456" };
    const refused = (password: string) => sentences(form, { ...typed, password, confirmation: password });
    expect((await refused("Password1")).password).toMatch(/too common/);
    // A leaked password that no list of words contains.
    expect((await refused("Blink182")).password).toMatch(/too common/);
    expect((await refused("Wilhelmina7")).password).toMatch(/email address/);
    expect(await refused("Correct-Horse7")).toEqual({});
  },
);
