import type Stripe from "stripe";

/**
 * The credit for a subscription's unused days: the amount, the period's start, and the time of calculation in epoch
 * seconds.
 */
export type SessionCredit = { subscription: string; period: number; cents: number; at: number };

/** @returns undefined for a session without a credit */
export function creditOfSession({ metadata }: Stripe.Checkout.Session): SessionCredit | undefined {
  const { creditOf, creditPeriod, creditCents, creditAt } = metadata ?? {};
  if (creditOf === undefined) return undefined;
  return {
    subscription: creditOf,
    period: Number(creditPeriod),
    cents: Number(creditCents),
    at: Number(creditAt),
  };
}
