import { beforeEach, expect, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { handler } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling } from "../../support/memory/billing.ts";
import {
  boughtLifetime,
  type Offer,
  putOffer,
  putReservation,
  subscribed,
} from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});

const billing = memoryBilling(handler);
const lifetime = boughtLifetime();
const subscription = subscribed("active");

beforeEach(async () => {
  billing.reset({
    ...subscription,
    sessions: { ...subscription.sessions, ...lifetime.sessions },
    payments: { ...subscription.payments, ...lifetime.payments },
  });
  expect(await deliver("evt_subscribed", "checkout.session.completed", "cs_1")).toBe(200);
  billing.mails.length = 0;
});

const deliver = (id: string, type: string, object: string) => billing.deliver({ id, type, object });
const paid = (id: string) => deliver(id, "checkout.session.completed", "cs_life");
function offer(units: Offer, reservation: "held" | "released"): void {
  putOffer(billing.rows, units);
  putReservation(billing.rows, reservation);
}
const ends = () => billing.stripe.subscriptions.sub_1?.cancel_at_period_end;
const mails = () => billing.mails.map(({ template }) => template);

test("buying a lifetime license sets the subscription to end with the paid period", async () => {
  offer({ total: 3, sold: 1, reserved: 1 }, "held");
  expect(await paid("evt_1")).toBe(200);
  expect(ends()).toBe(true);
  expect(mails()).toEqual(["licenseKey"]);
});

test("a late payment for a sold-out offer does not change the subscription", async () => {
  offer({ total: 3, sold: 3, reserved: 0 }, "released");
  expect(await paid("evt_1"), billing.errors.join("\n")).toBe(200);
  expect(Object.values(billing.stripe.refunds)).toMatchObject([{ payment_intent: "pi_life" }]);
  expect(ends()).toBe(false);
});

test("the next delivery finishes a run that died before it set the subscription to end", async () => {
  offer({ total: 3, sold: 1, reserved: 1 }, "held");
  billing.network.turn = async ({ operation }) => {
    if (operation === "subscriptions.update") throw new Error("Stripe is away");
  };
  expect(await paid("evt_1")).toBe(500);
  billing.network.turn = undefined;
  expect(ends()).toBe(false);
  expect(mails()).toEqual([]);
  // The license is granted before the subscription is set to end, so the customer is never without a license.
  expect(billing.rows.of("grants")).toContainEqual(expect.objectContaining({ source: "lifetime" }));
  expect(await paid("evt_1")).toBe(200);
  expect(ends()).toBe(true);
  expect(mails()).toEqual(["licenseKey"]);
});

test("a refunded license does not end a subscription that the customer has kept", async () => {
  offer({ total: 3, sold: 1, reserved: 1 }, "held");
  expect(await paid("evt_1")).toBe(200);
  const refund = { id: "re_1", payment_intent: "pi_life", amount: CATALOG.lifetime.price, metadata: {} };
  Object.assign(billing.stripe.refunds, { re_1: { ...refund, status: "succeeded" } });
  expect(await deliver("evt_2", "refund.created", "re_1"), billing.errors.join("\n")).toBe(200);
  Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { cancel_at_period_end: false });
  expect(await deliver("evt_3", "customer.subscription.updated", "sub_1")).toBe(200);
  expect(await paid("evt_4")).toBe(200);
  expect(ends()).toBe(false);
});
