import type Stripe from "stripe";

/** What was credited for a subscription's unused days: cents, its period's start and the moment in epoch seconds. */
export type SessionCredit = { subscription: string; period: number; cents: number; at: number };

/** What a session's price was reduced by; undefined for one without a credit. */
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
