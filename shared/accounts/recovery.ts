import * as z from "zod/mini";
import { endpoint, FRESH_FOR_SECURITY } from "../endpoint.ts";
import { lettersAndDigits } from "../typed.ts";
import { TypedEmailCode } from "./emailCode.ts";

/** Without vowels, so that no word appears, and without what looks alike. */
export const RECOVERY_LETTERS = "23456789bcdfghjkmnpqrstvwxz";
/** 114 bits: a plain hash keeps it, and nobody guesses it. */
export const RECOVERY_LENGTH = 24;

export const formatRecoveryCode = (letters: string): string => letters.match(/.{1,4}/g)?.join("-") ?? letters;

/**
 * Makes a new recovery code; the one before no longer works, and a mail tells the owner. FRESH_SIGN_IN_REQUIRED if the sign-in
 * is older than ten minutes, CONFLICT while no second factor is on.
 */
export const replaceRecoveryCode = endpoint({
  method: "POST",
  path: "/api/account/recovery-code",
  audience: "customer",
  freshSignIn: FRESH_FOR_SECURITY,
  errors: ["CONFLICT"],
  input: z.object({}),
  output: z.object({ recoveryCode: z.string() }),
});

/**
 * For a lost phone, without signing in. With the recovery code alone, mails six digits to the account's address. With
 * both, removes the second factor and ends every session. VALIDATION_ERROR at `recoveryCode` where address and code do
 * not match, whether there is such an account or not.
 */
export const recoverAccount = endpoint({
  method: "POST",
  path: "/api/recover-account",
  audience: "public",
  errors: ["RATE_LIMITED"],
  input: z.object({
    email: z
      .string("Enter your email address")
      .check(z.trim(), z.minLength(1, "Enter your email address"), z.maxLength(320)),
    recoveryCode: z.string("Enter your recovery code").check(
      z.minLength(1, "Enter your recovery code"),
      z.maxLength(80),
      z.overwrite((typed) => formatRecoveryCode(lettersAndDigits(typed).toLowerCase())),
    ),
    code: z.optional(TypedEmailCode),
  }),
  output: z.object({ removed: z.boolean() }),
});
