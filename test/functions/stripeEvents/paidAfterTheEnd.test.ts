import type Stripe from "stripe";
import { expect, test } from "vitest";
import { isPaidAfter } from "../../../functions/payments/facts/invoiceFacts.ts";

const ENDED_AT = 1_800_000_000;
const invoice = (
  billing_reason: Stripe.Invoice.BillingReason,
  paid_at: number | null,
  created = paid_at ?? ENDED_AT,
) => ({ billing_reason, created, status_transitions: { paid_at } }) as Stripe.Invoice;

test.each([
  ["subscription_cycle", "a second before the end", false, ENDED_AT - 1],
  ["subscription_cycle", "at the end", true, ENDED_AT],
  ["subscription_cycle", "a second after the end", true, ENDED_AT + 1],
  ["subscription_cycle", "at no time", false, null],
  // An immediately refunded purchase ends in the same second as its payment.
  ["subscription_create", "at the end", false, ENDED_AT],
  ["subscription_create", "a second after the end", true, ENDED_AT + 1],
] as const)(
  "a %s invoice that was paid %s counts as paid after the subscription's end: %s",
  (reason, _when, after, paidAt) => {
    expect(isPaidAfter(invoice(reason, paidAt), ENDED_AT)).toBe(after);
  },
);

test.each([
  ["a second before the end", false, ENDED_AT - 1],
  ["at the end", true, ENDED_AT],
  ["a second after the end", true, ENDED_AT + 1],
] as const)(
  "a bank debit for the first month that arrived %s counts as paid after the subscription's end: %s",
  (_when, after, paidAt) => {
    expect(isPaidAfter(invoice("subscription_create", paidAt, ENDED_AT - 60), ENDED_AT)).toBe(after);
  },
);

test("no payment is after the end of a subscription that has not ended", () => {
  expect(isPaidAfter(invoice("subscription_cycle", ENDED_AT), null)).toBe(false);
});
