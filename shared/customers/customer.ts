import * as z from "zod/mini";
import { endpoint, FRESH_FOR_DELETION, FRESH_FOR_MONEY } from "../endpoint.ts";
import { PersonalData } from "./personalData.ts";

/**
 * Returns the data stored about the caller, except an affiliate's earnings, which the Affiliate tab shows. The activity
 * comes in parts of 500 lines.
 */
export const exportData = endpoint({
  method: "GET",
  path: "/api/account/data",
  audience: "customer",
  freshSignIn: FRESH_FOR_MONEY,
  whileSuspended: true,
  input: z.object({ cursor: z.optional(z.string().check(z.maxLength(2048))) }),
  output: PersonalData,
});

/**
 * Deletes the caller's account permanently: ends the subscription and the keys immediately, clears the computers,
 * erases the personal data, and removes the cards saved at Stripe. Stripe keeps the payments. `email` confirms the
 * deletion. FRESH_SIGN_IN_REQUIRED if the sign-in is older than ten minutes, CONFLICT while a payout or a payment is in
 * progress. Takes about a minute.
 */
export const deleteAccount = endpoint({
  method: "POST",
  path: "/api/account/delete",
  audience: "customer",
  freshSignIn: FRESH_FOR_DELETION,
  whileSuspended: true,
  errors: ["CONFLICT"],
  input: z.object({ email: z.string("Type your email address").check(z.maxLength(320)) }),
  output: z.object({ ok: z.literal(true) }),
});
