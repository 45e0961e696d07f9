import * as z from "zod/mini";
import { endpoint, FRESH_FOR_SECURITY } from "../endpoint.ts";
import { opaqueId } from "../listing.ts";
import { RequestId } from "../requestId.ts";
import { TypedEmail } from "./typedEmail.ts";

export const UserId = opaqueId("User ID is required");

/** Cognito mails a code for choosing a new password. The old password stops working, and every session ends. */
export const sendPasswordReset = endpoint({
  method: "POST",
  path: "/api/admin/users/password-reset",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ userId: UserId }),
  output: z.object({ sentTo: z.string() }),
});

/**
 * Moves an account to another address, for a customer who cannot read the old one. The operator vouches for the new
 * address: password resets go there. Ends every session, keeps the second factor and mails the old address.
 * FRESH_SIGN_IN_REQUIRED if the sign-in is older than ten minutes, CONFLICT at `email` if another account has the
 * address. Repeating the call changes nothing.
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
 * Adds a note about a customer to the audit log. Notes cannot be edited. The customer's data export contains them, and
 * deleting the account removes their text. The page makes one `requestId` per form: repeating the call with the same id
 * and words adds no second note.
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
 * Resumes mail to a customer whose mail bounced or was marked as spam. Audited. CONFLICT if mail is not stopped: the
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
 * Starts an operator's session after the sign-in. Until this call succeeds, every other operator call refuses the
 * tokens. `device` is a random id that the browser keeps: a new device or country raises an alarm, mails the
 * administrator and sets `newPlace`. Repeating the call changes nothing. SECOND_FACTOR_REQUIRED if the deployment
 * requires a second factor, but the operators' user pool no longer asks for it.
 */
export const startOperatorSession = endpoint({
  method: "POST",
  path: "/api/admin/session",
  audience: "operator",
  byKey: "session",
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
 * Renews the access token of a started session. The first renewal sends the refresh token from the sign-in. Later
 * renewals send the cookie that this call sets; no script can read it. SESSION_ENDED after half an hour without a call.
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
    isReader: z.boolean(),
    cookies: z.optional(z.array(z.string())),
  }),
});

/** Ends the caller's session: the API then refuses its access token and its renewals. */
export const endOperatorSession = endpoint({
  method: "POST",
  path: "/api/admin/session/end",
  audience: "operator",
  byKey: "session",
  setsCookies: true,
  errors: ["CONFLICT"],
  input: z.object({}),
  output: z.object({ ok: z.literal(true), cookies: z.optional(z.array(z.string())) }),
});
