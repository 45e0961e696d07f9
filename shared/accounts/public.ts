import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { MailToken } from "../mail/customer.ts";

/**
 * Turns off the kind of mail that contained the token: mail about incidents, or invitations to teams. Needs no account,
 * and accepts the form that mail programs send (RFC 8058).
 */
export const unsubscribe = endpoint({
  method: "POST",
  path: "/api/mail/unsubscribe/{token}",
  audience: "public",
  takesNoBody: true,
  errors: ["NOT_FOUND"],
  input: z.object({ token: MailToken }),
  output: z.object({ ok: z.literal(true) }),
});
