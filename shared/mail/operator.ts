import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { opaqueId } from "../listing.ts";
import { Affected, IncidentState, MAX_INCIDENT_MESSAGE, MAX_INCIDENT_TITLE } from "../status/incident.ts";
import { line } from "../text.ts";
import { Audience, Mailing } from "./mailing.ts";

/**
 * Sends a customer a mail again, word for word, to the account's current address. NOT_FOUND if the customer never got
 * the mail. CONFLICT if its license key was replaced since, or if mail to the address is stopped
 * (docs/decisions/which-mail-is-sent-and-when.md).
 */
export const resendMail = endpoint({
  method: "POST",
  path: "/api/admin/users/{userId}/resend-mail",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    userId: opaqueId("User ID is required"),
    mailId: z
      .string("Mail ID is required")
      .check(z.minLength(1, "Mail ID is required"), z.maxLength(300, "Mail ID is too long")),
  }),
  output: z.object({ ok: z.literal(true) }),
});

/**
 * Counts customers who would get mail about an incident now, page by page: add up `recipients`. `cursor` is the
 * previous page's `next`.
 */
export const countRecipients = endpoint({
  method: "GET",
  path: "/api/admin/incidents/recipients",
  audience: "operator",
  errors: ["NOT_FOUND"],
  input: z.strictObject({ audience: Audience, cursor: z.optional(z.string().check(z.maxLength(2048))) }),
  output: z.object({ recipients: z.number(), next: z.nullable(z.string()) }),
});

/** Lists the latest 200 mailings about incidents, newest first. */
export const listMailings = endpoint({
  method: "GET",
  path: "/api/admin/incidents/mailings",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ mailings: z.array(Mailing) }),
});

/** Returns the mail about an incident as customers would read it; `send` also mails it to the operator. */
export const tryIncidentMail = endpoint({
  method: "POST",
  path: "/api/admin/incidents/mailings/try",
  audience: "operator",
  input: z.object({
    title: line("Title", MAX_INCIDENT_TITLE),
    services: z.array(Affected),
    state: IncidentState,
    message: line("Message", MAX_INCIDENT_MESSAGE),
    send: z.boolean("send must be true or false"),
  }),
  output: z.object({ subject: z.string(), text: z.string() }),
});

/** Stops a mailing before or during its run: nobody else gets the mail. CONFLICT once it has finished. */
export const stopMailing = endpoint({
  method: "POST",
  path: "/api/admin/incidents/mailings/stop",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ mailingId: z.string().check(z.regex(/^[\w:.#-]{8,128}$/, "mailingId is not valid")) }),
  output: z.object({ recipients: z.number() }),
});
