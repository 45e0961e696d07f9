import * as z from "zod/mini";
import { endpoint, FRESH_FOR_MONEY } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { opaqueId } from "../listing.ts";
import { RefundOffer } from "./refunds.ts";
import { Declaration } from "./withdrawal.ts";

/** A withdrawal that waits for its answer. */
export const OpenWithdrawal = z.object({
  id: z.string(),
  ...Declaration.shape,
  received_at: Instant,
  due_by: Instant,
  /** Whose contract it is; null where neither the key nor the address is known. */
  user_id: z.nullable(z.string()),
  /** What is refunded for it; null where nothing is left to refund, or the operator has to look. */
  refund: z.nullable(z.pick(RefundOffer, { product: true, amount_cents: true, currency: true })),
});
export type OpenWithdrawal = z.output<typeof OpenWithdrawal>;

/** Lists the withdrawals that wait for an answer, the first due first; 25 at most. */
export const listWithdrawals = endpoint({
  method: "GET",
  path: "/api/admin/withdrawals",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.strictObject({}),
  output: z.object({ withdrawals: z.array(OpenWithdrawal) }),
});

/**
 * Answers a withdrawal: `refund` returns what was paid and ends what it bought, `close` only ends the request, as where
 * the refund was made elsewhere. Worth money: FRESH_SIGN_IN_REQUIRED where the sign-in is older than five minutes.
 * CONFLICT where nothing is left to refund. Repeating it changes nothing.
 */
export const answerWithdrawal = endpoint({
  method: "POST",
  path: "/api/admin/withdrawals/{withdrawalId}/answer",
  audience: "operator",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    withdrawalId: opaqueId("Withdrawal ID is required"),
    answer: z.enum(["refund", "close"], 'answer must be "refund" or "close"'),
  }),
  output: z.object({ ok: z.literal(true) }),
});
