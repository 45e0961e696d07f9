import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

/** An account's id or an address's hash, signed. Only a reader of the mail has it. */
export const MailToken = z
  .string("token is required")
  .check(z.regex(/^(incident\.)?[\w-]{1,64}\.[\w-]{43}$/, "token is not valid"));

/** Redirects to the page that turns the mail off: for mail programs that open `unsubscribe` in a browser. */
export const openUnsubscribe = endpoint({
  method: "GET",
  path: "/api/mail/unsubscribe/{token}",
  audience: "public",
  redirects: true,
  input: z.object({ token: MailToken }),
  output: z.object({ location: z.string(), cookies: z.array(z.string()) }),
});

/**
 * Returns whether teams may mail invitations to the caller's address; `enabled` changes it. CONFLICT if the address is
 * not confirmed.
 */
export const setInvitationMail = endpoint({
  method: "POST",
  path: "/api/team/invitation-mail",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({ enabled: z.optional(z.boolean("enabled must be true or false")) }),
  output: z.object({ enabled: z.boolean() }),
});
