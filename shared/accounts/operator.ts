import * as z from "zod/mini";
import { endpoint, FRESH_FOR_SECURITY } from "../endpoint.ts";
import { opaqueId } from "../listing.ts";
import { RequestId } from "../requestId.ts";
import { TypedEmail } from "./typedEmail.ts";

export const UserId = opaqueId("User ID is required");

/** Cognito mails the account a code for choosing a new password. The old password stops working. */
export const sendPasswordReset = endpoint({
  method: "POST",
  path: "/api/admin/users/password-reset",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ userId: UserId }),
  output: z.object({ sentTo: z.string() }),
});

/**
 * Moves an account to another address, for a customer who can no longer read the previous one. The operator vouches for
 * the address: a password reset goes there from now on. Every session ends, and the second factor stays. The previous
 * address gets a mail. FRESH_SIGN_IN_REQUIRED where the sign-in is older than ten minutes, CONFLICT at `email` where
 * another account has the address. The same call again changes nothing more.
 */
export const changeCustomerEmail = endpoint({
  method: "POST",
  path: "/api/admin/users/email",
  audience: "operator",
  freshSignIn: FRESH_FOR_SECURITY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ userId: UserId, email: TypedEmail }),
  output: z.object({ email: z.string() }),
});

/**
 * Writes a note about a customer into the audit log, where nothing edits or deletes it. The page makes one `requestId`
 * per form: repeating the call with it and the same words writes no second note.
 */
export const addNote = endpoint({
  method: "POST",
  path: "/api/admin/users/{userId}/notes",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    userId: UserId,
    note: z
      .string("Write a note")
      .check(z.trim(), z.minLength(1, "Write a note"), z.maxLength(500, "At most 500 characters")),
    requestId: z.optional(RequestId),
  }),
  output: z.object({ ok: z.literal(true) }),
});

/**
 * Sends mail again to a customer's address that bounced or complained. Audited. CONFLICT where nothing is stopped: the
 * customer may have confirmed another address in the meantime.
 */
export const resumeMail = endpoint({
  method: "POST",
  path: "/api/admin/users/resume-mail",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ userId: UserId }),
  output: z.object({ ok: z.literal(true) }),
});

/**
 * Starts the session of an operator's sign-in. Until it has answered, every other operator call refuses the sign-in's
 * tokens. `device` is a random id that the browser keeps: a device or country without an earlier sign-in raises an
 * alarm and sends the operator a mail, and `newPlace` says so. The same call again changes nothing.
 * SECOND_FACTOR_REQUIRED where the deployment requires a second factor and the account has none.
 */
export const startOperatorSession = endpoint({
  method: "POST",
  path: "/api/admin/session",
  audience: "operator",
  byKey: "never",
  errors: ["CONFLICT"],
  beforeSession: true,
  input: z.object({
    device: z
      .string("device must be a random id of this browser")
      .check(z.minLength(16, "device must have at least 16 characters"), z.maxLength(64)),
  }),
  output: z.object({ email: z.string(), newPlace: z.boolean() }),
});

/**
 * Renews the access token of a session that has started: with the refresh token after the sign-in, and from then on with
 * the cookie that this sets, which no script can read. SESSION_ENDED after half an hour without a renewal.
 */
export const renewOperatorSession = endpoint({
  method: "POST",
  path: "/api/admin/session/renew",
  audience: "public",
  setsCookies: true,
  errors: ["CONFLICT", "SESSION_ENDED"],
  input: z.object({ refreshToken: z.optional(z.string().check(z.maxLength(4096))) }),
  output: z.object({
    userId: z.string(),
    email: z.string(),
    accessToken: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
    cookies: z.optional(z.array(z.string())),
  }),
});

/** Ends the session of the caller's sign-in: its access token is refused from then on, and so are its renewals. */
export const endOperatorSession = endpoint({
  method: "POST",
  path: "/api/admin/session/end",
  audience: "operator",
  byKey: "never",
  setsCookies: true,
  errors: ["CONFLICT"],
  input: z.object({}),
  output: z.object({ ok: z.literal(true), cookies: z.optional(z.array(z.string())) }),
});
