import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import type { SubscriptionStatus } from "#shared/subscriptions/subscription.ts";
import { handler } from "../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling } from "../support/memory/billing.ts";
import { outcome } from "../support/memory/outcome.ts";
import type { StripeWorld } from "../support/memory/stripeWorld.ts";
import {
  boughtLifetime,
  offerOf,
  putOffer,
  putReservation,
  SUBSCRIPTION_EVENTS,
  subscribed,
  subscribedTwice,
} from "../support/memory/worlds.ts";
import { runs } from "../support/runs.ts";

vi.mock("../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../support/memory/billing.ts");
  return stripePlatform;
});

const billing = memoryBilling(handler);
beforeEach(() => billing.reset({}));

const REFUND = { id: "evt_refund", type: "refund.created", object: "re_1" };

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

async function deliverAll(world: StripeWorld, events: typeof SUBSCRIPTION_EVENTS) {
  billing.reset(world);
  for (const event of events) expect(await billing.deliver(event), billing.errors.join("\n")).toBe(200);
  return outcome(billing);
}

const STATUSES: [SubscriptionStatus, string][] = [
  ["active", "VALID"],
  ["past_due", "VALID"],
  ["unpaid", "PAYMENT_REQUIRED"],
  ["canceled", "EXPIRED"],
];

describe.each(STATUSES)("a subscription with the final status %s", (status, code) => {
  const expected = async () => deliverAll(subscribed(status), SUBSCRIPTION_EVENTS);

  test(`gives one grant and one key that is ${code}`, async () => {
    const { grants, keys, open } = await expected();
    expect(grants).toHaveLength(1);
    expect(keys).toMatchObject([{ grantId: "sub:sub_1", code }]);
    expect(open).toEqual([]);
  });

  test("has the same outcome in each of the 720 orders of its six events", async () => {
    const wanted = await expected();
    const world = subscribed(status);
    for (const order of permutations(SUBSCRIPTION_EVENTS))
      expect(await deliverAll(world, order), order.map(({ type }) => type).join(", ")).toEqual(wanted);
  });

  test("has the same outcome with repeated events in any order, including a refund", async () => {
    const world = subscribed(status, {
      refunds: {
        re_1: { id: "re_1", payment_intent: "pi_2", amount: 3000, status: "succeeded", metadata: {} },
      },
    });
    const events = [...SUBSCRIPTION_EVENTS, REFUND];
    const wanted = await deliverAll(world, events);
    const deliveries = fc
      .tuple(
        ...events.map((event) => fc.integer({ min: 1, max: 3 }).map((times) => Array(times).fill(event))),
      )
      .chain((repeated) => {
        const all = repeated.flat();
        return fc.shuffledSubarray(all, { minLength: all.length });
      });
    await fc.assert(
      fc.asyncProperty(deliveries, async (order) => {
        expect(await deliverAll(world, order)).toEqual(wanted);
      }),
      { numRuns: runs(100) },
    );
  });
});

test.each([
  ["earlier", ["sub_1", "sub_2"]],
  ["later", ["sub_2", "sub_1"]],
])(
  "the earlier of two subscriptions continues if the event of the %s subscription arrives first",
  async (_name, order) => {
    billing.reset(subscribedTwice());
    const hearOf = (object: string, id: string) =>
      billing.deliver({ id, type: "customer.subscription.updated", object });
    for (const id of order) expect(await hearOf(id, `evt_${id}`), billing.errors.join("\n")).toBe(200);
    await hearOf("sub_2", "evt_ended");
    expect(billing.stripe.subscriptions.sub_1?.status).toBe("active");
    expect(billing.stripe.subscriptions.sub_2?.status).toBe("canceled");
    const { keys, refunds, mails } = outcome(billing);
    expect(keys.filter(({ code }) => code === "VALID")).toHaveLength(1);
    expect(refunds).toEqual([{ payment_intent: "pi_9", amount: 3000 }]);
    expect(mails).toEqual(["duplicate:sub_2"]);
  },
);

describe("a disputed or refunded lifetime license", () => {
  const events = [
    { id: "evt_paid", type: "checkout.session.completed", object: "cs_life" },
    { id: "evt_dispute", type: "charge.dispute.created", object: "dp_1" },
    { id: "evt_refund", type: "refund.created", object: "re_1" },
  ];
  const refund = (amount: number) => ({
    re_1: { id: "re_1", payment_intent: "pi_life", amount, status: "succeeded" as const, metadata: {} },
  });
  const disputes = { dp_1: { id: "dp_1", payment_intent: "pi_life", status: "needs_response" as const } };

  test.each([
    ["disputed, and refunded in part", boughtLifetime({ disputes, refunds: refund(500) }), ["SUSPENDED"], 2],
    ["refunded in full", boughtLifetime({ disputes, refunds: refund(CATALOG.lifetime.price) }), [], 1],
  ])("has the same outcome in every order of events: %s", async (_name, world, codes, sold) => {
    for (const order of permutations(events)) {
      billing.reset(world);
      putOffer(billing.rows, { total: 3, sold: 1, reserved: 1 });
      putReservation(billing.rows, "held");
      for (const event of order) expect(await billing.deliver(event), billing.errors.join("\n")).toBe(200);
      const where = order.map(({ type }) => type).join(", ");
      expect(
        outcome(billing).keys.map(({ code }) => code),
        where,
      ).toEqual(codes);
      expect(offerOf(billing.rows), where).toEqual({
        total: 3,
        sold,
        reserved: 0,
        left: 3 - sold,
        isKept: true,
      });
    }
  });
});

test("a repeated event causes no request to Stripe", async () => {
  billing.reset(subscribed("active"));
  const [event] = SUBSCRIPTION_EVENTS;
  if (!event) throw new Error("there is no event");
  await billing.deliver(event);
  billing.network.plan();
  expect(await billing.deliver(event)).toBe(200);
  expect(billing.network.calls).toEqual([{ service: "dynamodb", operation: "UpdateItem" }]);
});
