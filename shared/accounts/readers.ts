import * as z from "zod/mini";
import { endpoint, FRESH_FOR_SECURITY } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { UserId } from "./operator.ts";
import { TypedEmail } from "./typedEmail.ts";

// These calls invite and remove readers. `npm run operate -- operator:create` creates administrators.

/** How many hours a temporary password works. The pool counts whole days. */
export const INVITATION_HOURS = 24;

export const OperatorRow = z.object({
  id: z.string(),
  email: z.string(),
  is_reader: z.boolean(),
  last_seen_at: z.nullable(Instant),
});
export type OperatorRow = z.output<typeof OperatorRow>;

/** Lists the operators who may enter the back office, sorted by email address. */
export const listOperators = endpoint({
  method: "GET",
  path: "/api/admin/people",
  audience: "operator",
  byKey: "never",
  input: z.strictObject({}),
  output: z.object({ people: z.array(OperatorRow) }),
});

/**
 * Invites an operator with reading rights only, and mails a temporary password. Inviting again before the first sign-in
 * mails another password, and the earlier password stops working. CONFLICT at `email` if the address already has
 * access.
 */
export const inviteReader = endpoint({
  method: "POST",
  path: "/api/admin/people",
  audience: "operator",
  freshSignIn: FRESH_FOR_SECURITY,
  byKey: "never",
  errors: ["CONFLICT"],
  input: z.object({ email: TypedEmail }),
  output: z.object({ person: OperatorRow }),
});

/**
 * Removes an operator with reading rights: every later call is refused, and the account is deleted. Repeating the call
 * changes nothing. CONFLICT for an administrator.
 */
export const removeReader = endpoint({
  method: "POST",
  path: "/api/admin/people/remove",
  audience: "operator",
  freshSignIn: FRESH_FOR_SECURITY,
  byKey: "never",
  errors: ["CONFLICT"],
  input: z.object({ userId: UserId }),
  output: z.object({ ok: z.literal(true) }),
});
