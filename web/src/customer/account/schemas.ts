import * as z from "zod/mini";
import {
  hasOuterSpace,
  isAcceptablePassword,
  MAX_PASSWORD_LENGTH,
  OUTER_SPACE,
  PASSWORD_MIN_LENGTH,
} from "#shared/accounts/password.ts";
import { passwordWeakness, TOO_COMMON } from "#shared/accounts/passwordWords.ts";
import { lettersAndDigits } from "#shared/typed.ts";

const Email = z
  .string()
  .check(z.trim(), z.minLength(1, "Email is required"), z.regex(/^$|@/, "Invalid email format"));

export const SignInForm = z.object({
  email: Email,
  password: z.string().check(z.minLength(1, "Password is required")),
});
export type SignInForm = z.output<typeof SignInForm>;

/** Loads the filter of leaked passwords on first use. If it fails to load, no password counts as leaked. */
const isUncommon = (password: string): Promise<boolean> =>
  import("#shared/accounts/leakedPasswords.ts").then(
    ({ isLeaked }) => !isLeaked(password),
    () => true,
  );

const NewPassword = z.string().check(
  z.minLength(1, "Password is required"),
  z.minLength(PASSWORD_MIN_LENGTH, "Password must be at least 8 characters"),
  z.maxLength(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`),
  z.refine((password) => !hasOuterSpace(password), OUTER_SPACE),
  z.refine(isAcceptablePassword, "Password does not meet security requirements"),
  z.refine((password) => passwordWeakness(password, []) === undefined, {
    error: ({ input }) => passwordWeakness(String(input), []) ?? "",
  }),
  z.refine(isUncommon, TOO_COMMON),
);
const Confirmation = z.string().check(z.minLength(1, "Password confirmation is required"));

type Twice = { password: string; confirmation: string };
const sameTwice = z.refine<Twice>(
  ({ password, confirmation }) => confirmation === "" || password === confirmation,
  { error: "Passwords do not match", path: ["confirmation"] },
);

/** The easiest guess is the address itself. */
const notTheAddress = z.refine<{ email: string; password: string }>(
  ({ email, password }) => passwordWeakness(password, [email]) === undefined,
  { error: "Don't base your password on your name, your email address or our name.", path: ["password"] },
);

export const SignUpForm = z
  .object({ email: Email, password: NewPassword, confirmation: Confirmation })
  .check(sameTwice, notTheAddress);
export type SignUpForm = z.output<typeof SignUpForm>;

export const ForgotPasswordForm = z.object({ email: Email });
export type ForgotPasswordForm = z.output<typeof ForgotPasswordForm>;

const Code = z
  .string()
  .check(z.overwrite(lettersAndDigits), z.regex(/^\d{6}$/, "Enter the six digits from the email"));

export const CodeForm = z.object({ code: Code });
export type CodeForm = z.output<typeof CodeForm>;

export const ResetPasswordForm = z
  .object({ email: z.string(), code: Code, password: NewPassword, confirmation: Confirmation })
  .check(sameTwice, notTheAddress);
export type ResetPasswordForm = z.output<typeof ResetPasswordForm>;

export const ChangePasswordForm = z
  .object({
    password: NewPassword,
    confirmation: Confirmation,
  })
  .check(sameTwice);
export type ChangePasswordForm = z.output<typeof ChangePasswordForm>;
