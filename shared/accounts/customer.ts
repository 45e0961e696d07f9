import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { TypedEmailCode } from "./emailCode.ts";
import { MailStop } from "./mailStop.ts";

export const Account = z.object({
  id: z.string(),
  email: z.string(),
  /**
   * True once the customer has entered a code that we mailed, or an operator has assigned the address. Cognito's own
   * mark at sign-up does not count.
   */
  emailConfirmed: z.boolean(),
  /** Suspended by an operator: the customer can only see billing, export their data, cancel and delete the account. */
  suspended: z.boolean(),
  suspendedFor: z.optional(z.string()),
  /** The name in our mails; null if the customer gave none. */
  name: z.nullable(z.string()),
  secondFactorSince: z.nullable(Instant),
  /** A new address whose code is not confirmed yet. `email` is still the account's address. */
  pendingEmail: z.nullable(z.string()),
  /** After a complaint, the customer gets only necessary mail. After a bounce, only codes that they request. */
  mailStop: z.nullable(MailStop),
  incidentMail: z.boolean(),
});

export type Account = z.output<typeof Account>;

/** Returns the signed-in account. */
export const getAccount = endpoint({
  method: "GET",
  path: "/api/account",
  audience: "customer",
  whileSuspended: true,
  input: z.object({}),
  output: z.object({ account: Account }),
});

/**
 * Mails a code that confirms the address. CONFLICT if the address is already confirmed, RATE_LIMITED after one code in
 * a minute or five in a day.
 */
export const sendEmailCode = endpoint({
  method: "POST",
  path: "/api/account/send-email-code",
  audience: "customer",
  errors: ["CONFLICT", "RATE_LIMITED"],
  input: z.object({}),
  output: z.object({ sentTo: z.string(), expiresAt: Instant }),
});

/** Confirms the address with its code. VALIDATION_ERROR at `code` if the code is wrong or expired. */
export const confirmEmail = endpoint({
  method: "POST",
  path: "/api/account/confirm-email",
  audience: "customer",
  input: z.object({ code: TypedEmailCode }),
  output: z.object({ account: Account }),
});

/**
 * Signs out one browser immediately; without an id, the caller's. Repeating the call, or naming an unknown session,
 * changes nothing. Set `replaced` if the caller's session replaced the named session in the same browser: the next
 * sign-in from this browser then mails no warning.
 */
export const endSession = endpoint({
  method: "POST",
  path: "/api/account/sessions/end",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({
    id: z.optional(z.string("Session is required").check(z.minLength(1), z.maxLength(64))),
    replaced: z.optional(z.boolean()),
  }),
  output: z.object({ ok: z.literal(true) }),
});
