import { beforeEach, describe, expect, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { handler } from "../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling } from "../support/memory/billing.ts";
import type { Mode } from "../support/memory/network.ts";
import { outcome } from "../support/memory/outcome.ts";
import type { StripeWorld } from "../support/memory/stripeWorld.ts";
import {
  boughtLifetime,
  endedCheckout,
  type Offer,
  putOffer,
  putReservation,
  subscribed,
  subscribedTwice,
} from "../support/memory/worlds.ts";

vi.mock("../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../support/memory/billing.ts");
  return stripePlatform;
});

const billing = memoryBilling(handler);
beforeEach(() => billing.reset({}));

type Case = {
  name: string;
  stripe: Partial<StripeWorld>;
  before?: { type: string; object: string }[];
  event: { type: string; object: string };
  /** Stripe's events about the changes that the shop made. */
  after?: { type: string; object: string }[];
  offer?: Offer;
  reservation?: "held" | "released";
};

const PAID = { type: "checkout.session.completed", object: "cs_life" };
const SUBSCRIBED = { type: "checkout.session.completed", object: "cs_1" };
const refund = (payment: string, amount: number, status: "succeeded" | "failed" = "succeeded") => ({
  re_1: { id: "re_1", payment_intent: payment, amount, status, metadata: {} },
});
const dispute = (status: "needs_response" | "won" | "lost") => ({
  dp_1: { id: "dp_1", payment_intent: "pi_life", status },
});
const HELD = { offer: { total: 3, sold: 1, reserved: 1 }, reservation: "held" as const };
const LATE = { offer: { total: 3, sold: 1, reserved: 0 }, reservation: "released" as const };
const SOLD_OUT = { offer: { total: 3, sold: 3, reserved: 0 }, reservation: "released" as const };
const active = subscribed("active");
const twice = subscribedTwice();
const subscribedAndPaid = {
  ...active,
  ...boughtLifetime(),
  sessions: { ...active.sessions, ...boughtLifetime().sessions },
  payments: { ...active.payments, ...boughtLifetime().payments },
};

const CASES: Case[] = [
  { name: "a subscription is bought", stripe: active, event: SUBSCRIBED },
  {
    name: "a subscription is first seen by its own event",
    stripe: active,
    event: { type: "customer.subscription.created", object: "sub_1" },
  },
  {
    name: "a subscription ends",
    stripe: subscribed("canceled"),
    event: { type: "customer.subscription.deleted", object: "sub_1" },
  },
  { name: "a month is paid", stripe: active, event: { type: "invoice.paid", object: "in_2" } },
  {
    name: "a month is not paid",
    stripe: subscribed("past_due"),
    event: { type: "invoice.payment_failed", object: "in_2" },
  },
  {
    name: "a second subscription is bought",
    stripe: twice,
    before: [SUBSCRIBED],
    event: { ...SUBSCRIBED, object: "cs_2" },
  },
  {
    name: "the event of a second subscription arrives first",
    stripe: twice,
    before: [{ ...SUBSCRIBED, object: "cs_2" }],
    event: SUBSCRIBED,
    after: [{ type: "customer.subscription.deleted", object: "sub_2" }],
  },
  { name: "a lifetime license is bought", stripe: boughtLifetime(), event: PAID, ...HELD },
  {
    name: "a lifetime license is paid for late, while a unit is left",
    stripe: boughtLifetime(),
    event: PAID,
    ...LATE,
  },
  {
    name: "a lifetime license is paid for late, after the offer has sold out",
    stripe: boughtLifetime(),
    event: PAID,
    ...SOLD_OUT,
  },
  {
    name: "a lifetime license is refunded before its first event",
    stripe: boughtLifetime({ refunds: refund("pi_life", CATALOG.lifetime.price) }),
    event: PAID,
    ...HELD,
  },
  {
    name: "a subscriber buys a lifetime license",
    stripe: subscribedAndPaid,
    before: [SUBSCRIBED],
    event: PAID,
    ...HELD,
  },
  {
    name: "a subscriber pays late for a lifetime license that is sold out",
    stripe: subscribedAndPaid,
    before: [SUBSCRIBED],
    event: PAID,
    ...SOLD_OUT,
  },
  {
    name: "a lifetime license is refunded",
    stripe: boughtLifetime({ refunds: refund("pi_life", CATALOG.lifetime.price) }),
    event: { type: "refund.created", object: "re_1" },
    ...HELD,
  },
  {
    name: "a bank disputes the payment of a lifetime license",
    stripe: boughtLifetime({ disputes: dispute("needs_response") }),
    before: [PAID],
    event: { type: "charge.dispute.created", object: "dp_1" },
    ...HELD,
  },
  {
    name: "the dispute about a lifetime license is lost",
    stripe: boughtLifetime({ disputes: dispute("lost") }),
    before: [PAID],
    event: { type: "charge.dispute.closed", object: "dp_1" },
    ...HELD,
  },
  {
    name: "a checkout's session ends unpaid",
    stripe: { sessions: { cs_ended_ann: endedCheckout("ann") } },
    event: { type: "checkout.session.expired", object: "cs_ended_ann" },
    ...HELD,
  },
];

async function prepare({ stripe, offer, reservation, before = [] }: Case): Promise<void> {
  billing.reset(stripe);
  if (offer) putOffer(billing.rows, offer);
  if (reservation) putReservation(billing.rows, reservation);
  for (const [index, event] of before.entries())
    await billing.deliver({ id: `evt_before_${index}`, ...event });
}

/** @returns the outcome after Stripe's later events */
async function endOf({ after = [] }: Case) {
  for (const [index, event] of after.entries())
    expect(await billing.deliver({ id: `evt_after_${index}`, ...event }), billing.errors.join("\n")).toBe(
      200,
    );
  return outcome(billing);
}

const deliver = ({ event }: Case) => billing.deliver({ id: "evt_1", ...event });

describe.each(CASES)("when $name,", (scenario) => {
  test("the event succeeds, and a repeated event changes nothing", async () => {
    await prepare(scenario);
    expect(await deliver(scenario), billing.errors.join("\n")).toBe(200);
    const end = outcome(billing);
    expect(end.open).toEqual([]);
    expect(await deliver(scenario)).toBe(200);
    expect(outcome(billing)).toEqual(end);
  });

  test.each<Mode>(["refused", "lost", "asked again"])(
    "the outcome is the same if one call has a fault (%s) and the event is delivered again",
    async (mode) => {
      await prepare(scenario);
      billing.network.plan();
      await deliver(scenario);
      const calls = [...billing.network.calls];
      const wanted = await endOf(scenario);
      for (const [at, call] of calls.entries()) {
        await prepare(scenario);
        billing.network.plan({ at, mode });
        const first = await deliver(scenario);
        billing.network.plan();
        const second = await deliver(scenario);
        const where = `call ${at} of ${calls.length}, ${call.service} ${call.operation}`;
        expect([200, 409, 500], where).toContain(first);
        expect(second, `${where}\n${billing.errors.join("\n")}`).toBe(200);
        expect(await endOf(scenario), where).toEqual(wanted);
      }
    },
  );
});
