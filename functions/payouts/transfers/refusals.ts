import type { Payout } from "#shared/payouts/payout.ts";

/** Why Stripe refused a transfer, as a message for the operator and the affiliate, and whether a run retries it. */
export type Refusal = { reason: string; refusal: NonNullable<Payout["refusal"]> };

/** After this many attempts, a temporary refusal needs a person. */
const MAX_ATTEMPTS = 4;
const NEXT_RUN = "The next payout run retries it.";

/**
 * Temporary refusals by Stripe's code (docs.stripe.com/error-codes): the reason, and the sentence that follows while
 * runs still retry. All other refusals need a person, because the same request would fail again.
 */
const TEMPORARY: Readonly<Record<string, [why: string, then: string]>> = {
  balance_insufficient: ["Our balance at Stripe did not cover it.", NEXT_RUN],
  insufficient_capabilities_for_transfer: [
    "Stripe needs more information before it can pay this account.",
    "Once Stripe has it, the next payout run retries.",
  ],
  payouts_limit_exceeded: ["A daily limit at Stripe was reached.", NEXT_RUN],
  charge_exceeds_source_limit: ["A limit at Stripe was reached.", NEXT_RUN],
  api_key_expired: ["Our access to Stripe had expired.", NEXT_RUN],
  platform_api_key_expired: ["Our access to Stripe had expired.", NEXT_RUN],
};

export function readRefusal(
  { code, message }: { code: string | undefined; message: string },
  attempts: number,
): Refusal {
  const [why, then] = TEMPORARY[code ?? ""] ?? [];
  if (why === undefined) return { reason: `Stripe refused the transfer: ${message}`, refusal: "lasting" };
  return attempts < MAX_ATTEMPTS
    ? { reason: `${why} ${then}`, refusal: "temporary" }
    : { reason: `${why} We tried ${attempts} times and stopped.`, refusal: "lasting" };
}
