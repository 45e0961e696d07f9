import * as z from "zod/mini";
import { endpoint, FRESH_FOR_MONEY } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { MAX_CENTS } from "../numbers.ts";
import { RefundOffer } from "./refunds.ts";

/**
 * Returns the refund that the caller can get now: under the 30-day guarantee, or after a yearly renewal if the operator
 * refunds renewals. Null if there is none.
 */
export const getRefundOffer = endpoint({
  method: "GET",
  path: "/api/refund",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({}),
  output: z.object({ offer: z.nullable(RefundOffer) }),
});

/**
 * Refunds the offered payment in full and ends what it paid for, in the same steps as an operator's "refund and
 * cancel". If the offer is not `self_service`, only records a request: the operator answers it by `answer_by`, and
 * nothing changes until then. FRESH_SIGN_IN_REQUIRED if the sign-in is older than five minutes. The page generates one
 * `requestId` per dialog; repeating the call with it makes no second refund. CONFLICT if nothing is left to refund, or
 * `amount_cents` is not the offer's amount.
 */
export const requestRefund = endpoint({
  method: "POST",
  path: "/api/refund",
  audience: "customer",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    requestId: z.string("requestId is required").check(z.regex(/^[\w-]{8,64}$/, "requestId is not valid")),
    amount_cents: z.int("amount_cents must be a whole number").check(z.minimum(1), z.maximum(MAX_CENTS)),
  }),
  output: z.object({ ok: z.literal(true), answer_by: z.optional(Instant) }),
});
