import type { Payout } from "#shared/payouts/payout.ts";

/** Why Stripe refused a transfer, in words for the operator and the affiliate, and whether a run retries it. */
export type Refusal = { reason: string; refusal: NonNullable<Payout["refusal"]> };

const RETRIED = "The next payout run retries it.";

/**
 * Refusals that may have passed by the next run, by Stripe's code (docs.stripe.com/error-codes). Every other one
 * needs a person: the same request would be refused again.
 */
const TEMPORARY: Readonly<Record<string, string>> = {
  balance_insufficient: `Our balance at Stripe did not cover it. ${RETRIED}`,
  insufficient_capabilities_for_transfer: `Stripe needs more information before it can pay this account. The next payout run after that retries it.`,
  payouts_limit_exceeded: `A daily limit at Stripe was reached. ${RETRIED}`,
  charge_exceeds_source_limit: `A limit at Stripe was reached. ${RETRIED}`,
  api_key_expired: `Our access to Stripe had expired. ${RETRIED}`,
  platform_api_key_expired: `Our access to Stripe had expired. ${RETRIED}`,
};

export function readRefusal({ code, message }: { code: string | undefined; message: string }): Refusal {
  const temporary = TEMPORARY[code ?? ""];
  return temporary === undefined
    ? { reason: `Stripe refused the transfer: ${message}`, refusal: "lasting" }
    : { reason: temporary, refusal: "temporary" };
}
