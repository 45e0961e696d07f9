import { expect, test, vi } from "vitest";
import { shownPayment } from "../../../functions/billing/facts/shownPayment.ts";
import { handler } from "../../../functions/billing/stripeWebhook.ts";
import { memoryBilling, stripePlatform } from "../../support/memory/billing.ts";
import { subscribed } from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform: platform } = await import("../../support/memory/billing.ts");
  return platform;
});

const billing = memoryBilling(handler);

test.each([
  ["needs_response", true],
  ["lost", true],
  ["won", false],
  ["warning_needs_response", false],
  ["warning_closed", false],
] as const)("a payment whose dispute is %s counts as disputed: %s", async (status, disputed) => {
  billing.reset(subscribed("active"));
  billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent: "pi_2", status } };
  const intent = await (await stripePlatform.stripe()).paymentIntents.retrieve("pi_2");
  expect(await shownPayment(intent)).toMatchObject({ id: "pi_2", disputed });
});
