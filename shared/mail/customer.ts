import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

/** Refuses more invitations by mail, with the token of the link in one. Needs no account. */
export const refuseInvitations = endpoint({
  method: "POST",
  path: "/api/team/refuse",
  audience: "public",
  errors: ["NOT_FOUND"],
  input: z.object({
    token: z.string("token is required").check(z.maxLength(100), z.regex(/^[\w.-]+$/, "token is not valid")),
  }),
  output: z.object({ ok: z.literal(true) }),
});

/**
 * Whether teams may mail invitations to the caller's address; `enabled` changes it. CONFLICT where the address is not
 * proven.
 */
export const setInvitationMail = endpoint({
  method: "POST",
  path: "/api/team/invitation-mail",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({ enabled: z.optional(z.boolean("enabled must be true or false")) }),
  output: z.object({ enabled: z.boolean() }),
});
