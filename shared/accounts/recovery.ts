import * as z from "zod/mini";
import { endpoint, FRESH_FOR_SECURITY } from "../endpoint.ts";
import { lettersAndDigits } from "../typed.ts";
import { TypedEmailCode } from "./emailCode.ts";

/** No vowels, so that no word appears, and no characters that look alike. */
export const RECOVERY_LETTERS = "23456789bcdfghjkmnpqrstvwxz";
/** 114 bits: too many to guess, so a plain hash is enough. */
export const RECOVERY_LENGTH = 24;

export const formatRecoveryCode = (letters: string): string => letters.match(/.{1,4}/g)?.join("-") ?? letters;

/**
 * Makes a new recovery code, disables the previous one and mails the owner. FRESH_SIGN_IN_REQUIRED if the sign-in is
 * older than ten minutes, CONFLICT while no second factor is on.
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
 * Removes a lost second factor, without a sign-in. With the recovery code alone, mails six digits to the account's
 * address. With both codes, removes the second factor and ends every session. VALIDATION_ERROR at `recoveryCode` if
 * address and code do not match, whether the account exists or not.
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
