import * as z from "zod/mini";
import { endpoint, FRESH_FOR_MONEY } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { opaqueId } from "../listing.ts";
import { RefundOffer } from "./refunds.ts";
import { Declaration } from "./withdrawal.ts";

export const OpenWithdrawal = z.object({
  id: z.string(),
  ...Declaration.shape,
  received_at: Instant,
  due_by: Instant,
  /** The customer; null if neither the key nor the address is known. */
  user_id: z.nullable(z.string()),
  /** The refund for it; null if nothing is left to refund, or the operator has to decide. */
  refund: z.nullable(z.pick(RefundOffer, { product: true, amount_cents: true, currency: true })),
});
export type OpenWithdrawal = z.output<typeof OpenWithdrawal>;

/** Lists open withdrawals by deadline, at most 25. */
export const listWithdrawals = endpoint({
  method: "GET",
  path: "/api/admin/withdrawals",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.strictObject({}),
  output: z.object({ withdrawals: z.array(OpenWithdrawal) }),
});

/**
 * Answers a withdrawal. `refund` refunds the payment and ends what it bought; `close` only closes the request, for a
 * refund made elsewhere. FRESH_SIGN_IN_REQUIRED if the sign-in is older than five minutes. CONFLICT if nothing is left
 * to refund. Repeating the call changes nothing.
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
