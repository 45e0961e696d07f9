import { beforeEach, expect, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { DAY } from "#shared/instant.ts";
import { handler } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling, NOW } from "../../support/memory/billing.ts";
import { memorySubscriber } from "../../support/memory/subscriber.ts";
import { boughtLifetime, putOffer, putReservation } from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});

const billing = memoryBilling(handler);
const { subscribe, deliver, textOf, grant, code, refund, failRefund } = memorySubscriber(billing);
beforeEach(subscribe);

function expectBothMails(effect: string): void {
  for (const template of ["needsAttention", "refundFailed"]) expect(textOf(template)).toContain(effect);
}

function buyLifetime(): void {
  const { sessions, payments } = boughtLifetime();
  Object.assign(billing.stripe.sessions, sessions);
  Object.assign(billing.stripe.payments, payments);
  putOffer(billing.rows, { total: 5, sold: 0, reserved: 1 });
  putReservation(billing.rows, "held");
}

test("a failed refund restores the rest of the period, and the mails to the customer and the operator name its end", async () => {
  await refund("pi_2");
  await failRefund();
  expect(code()).toBe("VALID");
  expect(grant().entitlement.expiresAt).toBe("2026-04-04T12:00:00.000Z");
  expect(textOf("needsAttention")).toContain("works again until April 4, 2026 at 12:00 PM UTC");
  expect(textOf("needsAttention")).toContain(
    "We email the customer to ask how they want it sent, unless their address bounces or their account is deleted.",
  );
  expect(textOf("refundFailed")).toMatch(
    /^Your refund of \$30\.00 did not reach you: .* works again until April 4, 2026 at 12:00 PM UTC\. The subscription stays/,
  );
});

test("the restored rest of a period is kept after a lost dispute about an earlier period", async () => {
  await refund("pi_2");
  await failRefund();
  billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent: "pi_1", status: "lost" } };
  await deliver("charge.dispute.closed", "dp_1");
  expect(textOf("disputeLost")).toContain("That payment was for an earlier period.");
  expect(code()).toBe("VALID");
});

test("the mail about a dispute that is lost after the restored period says that the license had already ended", async () => {
  await refund("pi_2");
  await failRefund();
  vi.setSystemTime(new Date(NOW.getTime() + 40 * DAY));
  billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent: "pi_1", status: "lost" } };
  await deliver("charge.dispute.closed", "dp_1");
  expect(textOf("disputeLost")).toContain("The license bought with that payment had already ended.");
});

test("a failed refund of a purchase that was never granted is left to the operator", async () => {
  buyLifetime();
  await refund("pi_life", { amount: CATALOG.lifetime.price });
  await deliver("checkout.session.completed", "cs_life");
  await failRefund();
  expect(textOf("needsAttention")).toContain("of the payment pi_life has the status failed");
  expectBothMails("No license depends on that payment.");
});

const PRICE = CATALOG.lifetime.price;

test("a payment that bought nothing is refunded after a failed refund and a won dispute", async () => {
  buyLifetime();
  putOffer(billing.rows, { total: 5, sold: 5, reserved: 0 });
  putReservation(billing.rows, "released");
  await deliver("checkout.session.completed", "cs_life");
  const refunds = () => Object.values(billing.stripe.refunds);
  expect(refunds()).toMatchObject([{ payment_intent: "pi_life", amount: PRICE }]);
  Object.assign(refunds()[0] ?? {}, { status: "failed" });
  billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent: "pi_life", status: "won" } };
  await deliver("charge.dispute.closed", "dp_1");
  expect(refunds()).toMatchObject([{ status: "failed" }, { status: "succeeded", amount: PRICE }]);
});

test.each([
  ["in full", [PRICE], {}, "The lifetime license that ended with it works again."],
  ["in two parts", [PRICE / 2, PRICE / 2], {}, "The lifetime license that ended with it works again."],
  ["in part", [PRICE / 2], {}, "The license stays as it is."],
  ["as a gift", [PRICE], { gift: "true" }, "The license stays as it is."],
])(
  "the mails to the customer and the operator describe the effect of a failed refund of a lifetime license (%s)",
  async (_, parts, metadata, effect) => {
    buyLifetime();
    await deliver("checkout.session.completed", "cs_life");
    for (const amount of parts) await refund("pi_life", { amount, metadata });
    await failRefund();
    expectBothMails(effect);
  },
);

test("a refund that fails after the paid period restores nothing, and the mails say so", async () => {
  await refund("pi_2");
  vi.setSystemTime(new Date(NOW.getTime() + 40 * DAY));
  await failRefund();
  expectBothMails("The license stays as it is.");
});
