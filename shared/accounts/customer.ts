import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { TypedEmailCode } from "./emailCode.ts";
import { MailStop } from "./mailStop.ts";

/** The signed-in person, as the web needs it. */
export const Account = z.object({
  id: z.string(),
  email: z.string(),
  /** Proven by a code that we mailed, not merely accepted at sign-up. */
  emailConfirmed: z.boolean(),
  /** By an operator: only billing and the person's data can be seen, the subscription canceled and the account deleted. */
  suspended: z.boolean(),
  /** The reason, where the operator gave one. */
  suspendedFor: z.optional(z.string()),
  /** What we call the person in mails; null where they gave none. */
  name: z.nullable(z.string()),
  /** Since when signing in needs an authenticator's code; null: it does not. */
  secondFactorSince: z.nullable(Instant),
  /** An address that waits for its code; the one above holds until then. */
  pendingEmail: z.nullable(z.string()),
  /** Mail to the address bounced or was complained of, so only what is necessary is sent; null: all of it is. */
  mailStop: z.nullable(MailStop),
  /** Whether they get mail about incidents. */
  incidentMail: z.boolean(),
});

export type Account = z.output<typeof Account>;

/** Who is signed in. */
export const getAccount = endpoint({
  method: "GET",
  path: "/api/account",
  audience: "customer",
  whileSuspended: true,
  input: z.object({}),
  output: z.object({ account: Account }),
});

/**
 * Mails a code that confirms the account's address. CONFLICT if it is already confirmed, RATE_LIMITED if the last code
 * is too recent.
 */
export const sendEmailCode = endpoint({
  method: "POST",
  path: "/api/account/send-email-code",
  audience: "customer",
  errors: ["CONFLICT", "RATE_LIMITED"],
  input: z.object({}),
  output: z.object({ sentTo: z.string(), expiresAt: Instant }),
});

/** A wrong or expired code is a VALIDATION_ERROR at `code` that says what to do. */
export const confirmEmail = endpoint({
  method: "POST",
  path: "/api/account/confirm-email",
  audience: "customer",
  input: z.object({ code: TypedEmailCode }),
  output: z.object({ account: Account }),
});

/**
 * Signs out one browser immediately: without an id, the caller's. Ending a session again, or one that does not exist,
 * changes nothing. `replaced`: the caller's session took the place of that one in the same browser, which stays known.
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
