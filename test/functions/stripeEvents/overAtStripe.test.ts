import { beforeEach, expect, test, vi } from "vitest";
import { handler } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { scheduleEnd } from "../../../functions/subscriptions/atStripe/scheduleEnd.ts";
import { memoryBilling, NOW } from "../../support/memory/billing.ts";
import { outcome } from "../../support/memory/outcome.ts";
import { boughtLifetime, putOffer, putReservation, subscribed } from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});
const billing = memoryBilling(handler);

/** Ann's subscription has ended at Stripe, but our rows do not know this yet. */
beforeEach(async () => {
  const world = subscribed("active");
  const life = boughtLifetime();
  billing.reset({
    ...world,
    sessions: { ...world.sessions, ...life.sessions },
    payments: { ...world.payments, ...life.payments },
  });
  expect(
    await billing.deliver({ id: "evt_bought", type: "checkout.session.completed", object: "cs_1" }),
  ).toBe(200);
  Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { status: "canceled" });
});

test("a paid lifetime license is granted even if the subscription has already ended at Stripe", async () => {
  putOffer(billing.rows, { total: 2, sold: 0, reserved: 1 });
  putReservation(billing.rows, "held");
  const paid = { id: "evt_paid", type: "checkout.session.completed", object: "cs_life" };
  expect(await billing.deliver(paid), billing.errors.join("\n")).toBe(200);
  expect(outcome(billing).grants.map(({ id }) => id)).toContain("life:pi_life");
});

test.each([true, false])(
  "canceling or keeping a subscription that has ended at Stripe (cancel: %s) is answered with NOT_FOUND and updates the rows",
  async (cancel) => {
    await expect(scheduleEnd("ann", cancel, NOW)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(outcome(billing).grants).toMatchObject([
      { subscription: { subscription_status: "canceled" }, entitlement: { ended: true } },
    ]);
  },
);
