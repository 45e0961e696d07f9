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
  ["subscription_cycle", ENDED_AT - 1, false],
  ["subscription_cycle", ENDED_AT, true],
  ["subscription_cycle", ENDED_AT + 1, true],
  ["subscription_cycle", null, false],
  // An immediately refunded purchase ends in the same second as its payment.
  ["subscription_create", ENDED_AT, false],
  ["subscription_create", ENDED_AT + 1, true],
] as const)("an invoice for %s that was paid at %s was paid after the end: %s", (reason, paidAt, after) => {
  expect(isPaidAfter(invoice(reason, paidAt), ENDED_AT)).toBe(after);
});

test.each([
  [ENDED_AT - 1, false],
  [ENDED_AT, true],
  [ENDED_AT + 1, true],
])("a bank debit for the first month that arrived at %s came after the end: %s", (paidAt, after) => {
  expect(isPaidAfter(invoice("subscription_create", paidAt, ENDED_AT - 60), ENDED_AT)).toBe(after);
});

test("no payment is after the end of a subscription that has not ended", () => {
  expect(isPaidAfter(invoice("subscription_cycle", ENDED_AT), null)).toBe(false);
});
