import type Stripe from "stripe";

/** The credit for unused days, with the period's start and the calculation's time in epoch seconds. */
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
