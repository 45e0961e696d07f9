import { isDeepStrictEqual } from "node:util";
import type { Context } from "aws-lambda";
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import type { Grant } from "#shared/grants/grant.ts";
import { isOver } from "#shared/subscriptions/subscription.ts";
import { handler as reconcile } from "../../functions/reconciliation/reconcile.ts";
import { handler } from "../../functions/stripeEvents/stripeWebhook.ts";
import { scheduleEnd } from "../../functions/subscriptions/atStripe/scheduleEnd.ts";
import { memoryBilling, NOW } from "../support/memory/billing.ts";
import { copied } from "../support/memory/copied.ts";
import { outcome } from "../support/memory/outcome.ts";
import { overtake, race } from "../support/memory/race.ts";
import { EMPTY_STRIPE, type StripeWorld } from "../support/memory/stripeWorld.ts";
import {
  boughtLifetime,
  endedCheckout,
  putOffer,
  putReservation,
  subscribed,
} from "../support/memory/worlds.ts";
import { runs } from "../support/runs.ts";

vi.mock("../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../support/memory/billing.ts");
  return stripePlatform;
});

const billing = memoryBilling(handler);
beforeEach(() => billing.reset({}));

type Act = () => Promise<number>;

const tell =
  (type: string, object: string, id = `evt_${type}_${object}`): Act =>
  () =>
    billing.deliver({ id, type, object });
const nightly: Act = async () => {
  await reconcile({ id: "night", time: NOW.toISOString() } as never, context as Context);
  return 200;
};
const context = { awsRequestId: "request", getRemainingTimeInMillis: () => 600_000 };
const keep: Act = async () => {
  await scheduleEnd("ann", false, NOW);
  return 200;
};

type Case = {
  name: string;
  /** The initial state of Stripe, and the acts that read it. */
  before: { world: Partial<StripeWorld>; acts: Act[] };
  older: { world: Partial<StripeWorld>; act: Act };
  newer: { world: Partial<StripeWorld>; act: Act };
};

const lifetime = (change: Partial<StripeWorld> = {}) => boughtLifetime(change);
const dispute = (status: "needs_response" | "won" | "lost") => ({
  disputes: { dp_1: { id: "dp_1", payment_intent: "pi_life", status } },
});
const refund = (
  status: "succeeded" | "failed",
  payment = "pi_life",
  amount: number = CATALOG.lifetime.price,
) => ({
  refunds: { re_1: { id: "re_1", payment_intent: payment, amount, status, metadata: {} } },
});
const ending = (isEnding: boolean) => {
  const world = subscribed("active");
  for (const subscription of Object.values(world.subscriptions)) subscription.cancel_at_period_end = isEnding;
  return world;
};
const paidAt = (status: "open" | "expired") => {
  const ended = endedCheckout("ann");
  return { sessions: { [ended.id]: { ...ended, status } } };
};

const SUBSCRIBED = tell("checkout.session.completed", "cs_1");
const BOUGHT = tell("checkout.session.completed", "cs_life");
const active = subscribed("active");
const owing = subscribed("past_due");

const CASES: Case[] = [
  {
    name: "a month is owed, then paid",
    before: { world: active, acts: [SUBSCRIBED] },
    older: { world: owing, act: tell("invoice.payment_failed", "in_2") },
    newer: { world: active, act: tell("invoice.paid", "in_2") },
  },
  {
    name: "a subscription is bought, then ends",
    before: { world: active, acts: [] },
    older: { world: active, act: SUBSCRIBED },
    newer: { world: subscribed("canceled"), act: tell("customer.subscription.deleted", "sub_1") },
  },
  {
    name: "a subscription's end is scheduled, then taken back",
    before: { world: ending(false), acts: [SUBSCRIBED] },
    older: { world: ending(true), act: tell("customer.subscription.updated", "sub_1") },
    newer: { world: ending(true), act: keep },
  },
  {
    name: "the nightly comparison finds a month owed, then the month is paid",
    before: { world: active, acts: [SUBSCRIBED] },
    older: { world: owing, act: nightly },
    newer: { world: active, act: tell("invoice.paid", "in_2") },
  },
  {
    name: "a month is owed, then the nightly comparison finds the subscription over",
    before: { world: active, acts: [SUBSCRIBED] },
    older: { world: owing, act: tell("invoice.payment_failed", "in_2") },
    newer: { world: subscribed("canceled"), act: nightly },
  },
  {
    name: "a lifetime license is bought, then refunded",
    before: { world: {}, acts: [] },
    older: { world: lifetime(), act: BOUGHT },
    newer: { world: lifetime(refund("succeeded")), act: tell("refund.created", "re_1") },
  },
  {
    name: "a lifetime license is bought, then disputed",
    before: { world: {}, acts: [] },
    older: { world: lifetime(), act: BOUGHT },
    newer: { world: lifetime(dispute("needs_response")), act: tell("charge.dispute.created", "dp_1") },
  },
  {
    name: "a refund succeeds, then fails",
    before: { world: lifetime(), acts: [BOUGHT] },
    older: { world: lifetime(refund("succeeded")), act: tell("refund.created", "re_1") },
    newer: { world: lifetime(refund("failed")), act: tell("refund.failed", "re_1") },
  },
  {
    name: "a month's refund succeeds, then fails",
    before: { world: active, acts: [SUBSCRIBED] },
    older: {
      world: subscribed("active", refund("succeeded", "pi_2", 3000)),
      act: tell("refund.created", "re_1"),
    },
    newer: {
      world: subscribed("active", refund("failed", "pi_2", 3000)),
      act: tell("refund.failed", "re_1"),
    },
  },
  {
    name: "a dispute is opened, then won",
    before: { world: lifetime(), acts: [BOUGHT] },
    older: { world: lifetime(dispute("needs_response")), act: tell("charge.dispute.created", "dp_1") },
    newer: { world: lifetime(dispute("won")), act: tell("charge.dispute.closed", "dp_1") },
  },
  {
    name: "a dispute is lost, then won by an appeal",
    before: { world: lifetime(), acts: [BOUGHT] },
    older: { world: lifetime(dispute("lost")), act: tell("charge.dispute.closed", "dp_1") },
    newer: { world: lifetime(dispute("won")), act: tell("charge.dispute.updated", "dp_1") },
  },
  {
    name: "a checkout is open, then expired",
    before: { world: paidAt("open"), acts: [] },
    older: { world: paidAt("open"), act: tell("checkout.session.completed", "cs_ended_ann") },
    newer: { world: paidAt("expired"), act: tell("checkout.session.expired", "cs_ended_ann") },
  },
];

const show = (world: Partial<StripeWorld>) => {
  billing.stripe = copied({ ...EMPTY_STRIPE, ...world });
};

/** Applies the differences of the newer world, and keeps the shop's own changes at Stripe. */
function happen({ older, newer }: Case): void {
  const [was, is] = [older.world, newer.world].map((world) => ({ ...EMPTY_STRIPE, ...world }));
  for (const table of Object.keys(EMPTY_STRIPE) as (keyof StripeWorld)[])
    for (const [id, row] of Object.entries(is?.[table] ?? {}))
      if (!isDeepStrictEqual(row, was?.[table][id])) billing.stripe[table][id] = copied(row) as never;
}

async function prepare({ before }: Case): Promise<void> {
  billing.reset(before.world);
  putOffer(billing.rows, { total: 3, sold: 1, reserved: 1 });
  putReservation(billing.rows, "held");
  for (const act of before.acts) expect(await act(), billing.errors.join("\n")).toBe(200);
}

/** The parts of the outcome that depend only on Stripe's last state. */
function left() {
  const { grants, keys } = outcome(billing);
  const facts = billing.rows
    .of("events")
    .filter(({ sk }) => /^(refund|dispute)#/.test(String(sk)))
    .map(({ sk, state, counts }) => ({ sk, state, counts }));
  const stands = grants.map(({ id, subscription, troubles }) => ({
    id,
    subscription: asLeft(subscription),
    troubles,
  }));
  return { grants: stands, keys, facts };
}

/** Ignores the planned end of an ended subscription, because a failed refund may have planned it. */
const asLeft = (subscription: Grant["subscription"]) =>
  subscription && isOver(subscription.subscription_status)
    ? { ...subscription, cancel_at_period_end: undefined }
    : subscription;

/** @returns the right outcomes, one for each sequence of the two acts and Stripe's change */
async function rightEnds(scenario: Case) {
  const { older, newer } = scenario;
  const change: Act = async () => {
    happen(scenario);
    return 200;
  };
  const ends = [];
  for (const acts of [
    [older.act, change, newer.act],
    [change, older.act, newer.act],
    [change, newer.act, older.act],
  ]) {
    await prepare(scenario);
    show(older.world);
    for (const act of acts) expect(await act(), billing.errors.join("\n")).toBe(200);
    ends.push(left());
  }
  return ends;
}

describe.each(CASES)("when $name,", (scenario) => {
  const { older, newer } = scenario;

  test("the outcome is correct if an earlier reading is stored last", async () => {
    const wanted = await rightEnds(scenario);
    await prepare(scenario);
    show(older.world);
    const answer = await overtake(billing.network, older.act, async () => {
      happen(scenario);
      expect(await newer.act(), billing.errors.join("\n")).toBe(200);
    });
    expect(answer, billing.errors.join("\n")).toBe(200);
    expect(wanted).toContainEqual(left());
  });

  test("the outcome is correct for any interleaving of calls", async () => {
    const wanted = await rightEnds(scenario);
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.nat({ max: 20 }), async (scheduler, after) => {
        await prepare(scenario);
        show(older.world);
        await race(billing, scheduler, [
          { act: older.act },
          { act: newer.act, after, happened: () => happen(scenario) },
        ]);
        expect(wanted).toContainEqual(left());
      }),
      { numRuns: runs(40) },
    );
  });
});
