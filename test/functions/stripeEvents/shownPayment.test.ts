import { expect, test, vi } from "vitest";
import { shownPayment } from "../../../functions/payments/facts/shownPayment.ts";
import { handler } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling, stripePlatform } from "../../support/memory/billing.ts";
import { subscribed } from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform: platform } = await import("../../support/memory/billing.ts");
  return platform;
});

const billing = memoryBilling(handler);

test.each([
  ["needs_response", "open"],
  ["lost", "lost"],
  ["won", null],
  ["warning_needs_response", null],
  ["warning_closed", null],
] as const)("a payment shows its dispute with the status %s as %s", async (status, dispute) => {
  billing.reset(subscribed("active"));
  billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent: "pi_2", status } };
  const intent = await (await stripePlatform.stripe()).paymentIntents.retrieve("pi_2");
  expect(await shownPayment(intent)).toMatchObject({ id: "pi_2", dispute });
});

test("a payment that did not succeed shows the requested amount", async () => {
  const intent = {
    id: "pi_3",
    amount: 3000,
    amount_received: 0,
    currency: "usd",
    description: null,
    created: 0,
  };
  expect(
    await shownPayment({ ...intent, status: "requires_payment_method", latest_charge: null }),
  ).toMatchObject({
    amount_cents: 3000,
  });
});
