import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { TypedEmailCode } from "./emailCode.ts";
import { PersonalData } from "./personalData.ts";

/** The signed-in person, as the web needs it. */
export const Account = z.object({
  id: z.string(),
  email: z.string(),
  /** Proven by a code that we mailed, not merely accepted at sign-up. */
  emailConfirmed: z.boolean(),
  /** By an operator: only billing can be seen, and the subscription canceled. */
  suspended: z.boolean(),
});
export type Account = z.output<typeof Account>;

/** Called once after each sign-in: records when and from where, and answers who it is. */
export const startSession = endpoint({
  method: "POST",
  path: "/api/session",
  audience: "customer",
  input: z.object({}),
  output: z.object({ account: Account }),
});

/** Who is signed in. */
export const getAccount = endpoint({
  method: "GET",
  path: "/api/account",
  audience: "customer",
  whileSuspended: true,
  input: z.object({}),
  output: z.object({ account: Account }),
});

/** Mails a code that proves the account's address. CONFLICT where it is proven, RATE_LIMITED where it is too soon. */
export const sendEmailCode = endpoint({
  method: "POST",
  path: "/api/account/send-email-code",
  audience: "customer",
  input: z.object({}),
  output: z.object({ sentTo: z.string(), expiresAt: Instant }),
});

/** A code that is wrong or no good any more is a VALIDATION_ERROR at `code`, which says what to do. */
export const confirmEmail = endpoint({
  method: "POST",
  path: "/api/account/confirm-email",
  audience: "customer",
  input: z.object({ code: TypedEmailCode }),
  output: z.object({ account: Account }),
});

/** All that is kept about oneself, activity in parts of 500 lines. */
export const exportData = endpoint({
  method: "GET",
  path: "/api/account/data",
  audience: "customer",
  input: z.object({ cursor: z.optional(z.string().check(z.maxLength(2048))) }),
  output: PersonalData,
});

/**
 * Deletes one's account for good: ends the subscription at once and the keys, clears the computers, forgets the
 * person. Payments stay, as the law demands, without the address. `email` is typed as the confirmation.
 * FRESH_SIGN_IN_REQUIRED where the sign-in is older than ten minutes, CONFLICT while a payout or a payment is
 * under way. It is done within a minute or so.
 */
export const deleteAccount = endpoint({
  method: "POST",
  path: "/api/account/delete",
  audience: "customer",
  input: z.object({ email: z.string("Type your email address").check(z.maxLength(320)) }),
  output: z.object({ ok: z.literal(true) }),
});
