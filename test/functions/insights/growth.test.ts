import { afterAll, describe, expect, test, vi } from "vitest";
import type { Grant } from "#shared/grants/grant.ts";
import type { KeptMove } from "#shared/insights/moves.ts";
import type { PaidFact } from "#shared/payments/paymentFacts.ts";
import { SubscriptionStatus } from "#shared/subscriptions/subscription.ts";
import { countWrites } from "../../../functions/directory/figureTable.ts";
import { moveWrites } from "../../../functions/directory/moveTable.ts";
import { differenceOf } from "../../../functions/directory/rules.ts";
import { grantSubscription } from "../../../functions/grants/grantRules.ts";
import { type Customer, movesOf, toward } from "../../../functions/insights/growth/rules.ts";
import { growthEntry, sumsOf } from "../../../functions/insights/growth/sumRules.ts";
import { firstOf } from "../../../functions/insights/growth/table.ts";

const at = (day: string): string => `${day}T12:00:00.000Z`;
const seconds = (day: string): number => Date.parse(at(day)) / 1000;
const NOW = new Date(at("2026-12-31"));

function subscribed(id: string, from: string, ended: string | null = null): Grant {
  const facts = {
    customer_id: "cus_1",
    subscription_id: id,
    created: seconds(from),
    subscription_status: SubscriptionStatus.parse(ended === null ? "active" : "canceled"),
    price_id: "price_1",
    current_period_start: seconds(from),
    current_period_end: seconds(from) + 30 * 86_400,
    cancel_at_period_end: false,
    cancel_at: null,
    payment_method_brand: null,
    payment_method_last4: null,
    past_due_since: null,
    latest_invoice_id: "in_1",
    ended_for: null,
    ended_at: ended === null ? null : seconds(ended),
  };
  const grant = grantSubscription("u1", undefined, facts, { licenseKey: "KEY", revives: null }, NOW);
  if (grant === undefined) throw new Error("no grant");
  return grant;
}

let payments = 0;
function paid(
  subscriptionId: string,
  day: string,
  change: Partial<PaidFact> = {},
): { paid: PaidFact; refunds: []; disputes: [] } {
  payments += 1;
  const fact: PaidFact = {
    paymentId: `pi_${payments}`,
    userId: "u1",
    product: "subscription",
    subscriptionId,
    isFirst: false,
    startedAt: at(day),
    dueAt: at(day),
    paidAt: at(day),
    amountCents: 30_00,
    baseCents: 30_00,
    currency: "usd",
    cardHash: null,
    ...change,
  };
  return { paid: fact, refunds: [], disputes: [] };
}

const customer = (change: Partial<Customer>): Customer => ({
  signedUpAt: at("2026-01-01"),
  affiliateId: null,
  grants: [],
  payments: [],
  activatedAt: null,
  ...change,
});
const mrrOf = (change: Partial<Customer>) =>
  movesOf(customer(change))
    .filter(({ kind }) => /new|expansion|contraction|churn|reactivation/.test(kind))
    .map((move) => `${move.at.slice(0, 10)} ${move.kind} ${move.cents}`);

describe("the movements of MRR follow ChartMogul's definitions", () => {
  test("the first subscription is new, its renewals change nothing, and its end is churn", () => {
    const grants = [subscribed("sub_1", "2026-01-02", "2026-03-02")];
    const months = [paid("sub_1", "2026-01-02", { isFirst: true }), paid("sub_1", "2026-02-02")];
    expect(mrrOf({ grants, payments: months })).toEqual(["2026-01-02 new 3000", "2026-03-02 churn 3000"]);
  });

  test("a returning customer is a reactivation, even with a new subscription", () => {
    const grants = [subscribed("sub_1", "2026-01-02", "2026-02-02"), subscribed("sub_2", "2026-05-01")];
    const both = [paid("sub_1", "2026-01-02"), paid("sub_2", "2026-05-01")];
    expect(mrrOf({ grants, payments: both }).at(-1)).toBe("2026-05-01 reactivation 3000");
  });

  test("a second subscription is an expansion, and the end of one of two subscriptions is a contraction", () => {
    const grants = [subscribed("sub_1", "2026-01-02", "2026-04-01"), subscribed("sub_2", "2026-02-01")];
    const both = [paid("sub_1", "2026-01-02"), paid("sub_2", "2026-02-01")];
    expect(mrrOf({ grants, payments: both })).toEqual([
      "2026-01-02 new 3000",
      "2026-02-01 expansion 3000",
      "2026-04-01 contraction 3000",
    ]);
  });

  test("a yearly payment counts a twelfth per month, regardless of a credit for unused days", () => {
    const grants = [subscribed("sub_1", "2026-01-02")];
    const year = { amountCents: 280_00, baseCents: 280_00, invoicedCents: 300_00, months: 12 };
    const both = [paid("sub_1", "2026-01-02", { isFirst: true }), paid("sub_1", "2026-01-12", year)];
    expect(mrrOf({ grants, payments: both })).toEqual(["2026-01-02 new 3000", "2026-01-12 contraction 500"]);
    const money = movesOf(customer({ grants, payments: both })).filter(({ kind }) => kind === "payment");
    expect(money.map(({ plan, cents }) => [plan, cents])).toEqual([
      ["monthly", 30_00],
      ["yearly", 280_00],
    ]);
  });

  test("if two payments fall in one second, the subscription counts with the price of the new plan", () => {
    const grants = [subscribed("sub_1", "2026-01-02")];
    const half = { isFirst: true, amountCents: 15_00, baseCents: 15_00, paymentId: "pi_b" };
    const year = {
      amountCents: 285_00,
      baseCents: 285_00,
      invoicedCents: 300_00,
      months: 12,
      paymentId: "pi_a",
    };
    const both = [paid("sub_1", "2026-01-02", half), paid("sub_1", "2026-01-02", year)];
    expect(mrrOf({ grants, payments: both })).toEqual(["2026-01-02 new 2500"]);
  });

  test("a subscription that begins and ends in one second adds no MRR, but its payment is listed", () => {
    const grants = [subscribed("sub_1", "2026-01-02", "2026-01-02")];
    const payments = [paid("sub_1", "2026-01-02", { isFirst: true })];
    expect(mrrOf({ grants, payments })).toEqual([]);
    expect(movesOf(customer({ grants, payments })).map(({ kind }) => kind)).toContain("payment");
  });

  test("the end of a discount is an expansion, and tax and credit do not count", () => {
    const grants = [subscribed("sub_1", "2026-01-02")];
    const months = [
      paid("sub_1", "2026-01-02", { amountCents: 29_75, baseCents: 25_00, invoicedCents: 25_00 }),
      paid("sub_1", "2026-02-02", { amountCents: 10_00, baseCents: 10_00, invoicedCents: 30_00 }),
    ];
    expect(mrrOf({ grants, payments: months })).toEqual(["2026-01-02 new 2500", "2026-02-02 expansion 500"]);
  });

  test("a lifetime license, a trial and a payment after the end add no MRR", () => {
    const lifetime = paid("", "2026-01-02", {
      product: "lifetime",
      baseCents: 4000_00,
      amountCents: 4000_00,
    });
    expect(mrrOf({ payments: [lifetime] })).toEqual([]);
    const grants = [subscribed("sub_1", "2026-01-02", "2026-02-02")];
    expect(
      mrrOf({ grants, payments: [paid("sub_1", "2026-01-02", { baseCents: 0, amountCents: 0 })] }),
    ).toEqual([]);
    expect(mrrOf({ grants, payments: [paid("sub_1", "2026-01-02"), paid("sub_1", "2026-02-03")] })).toEqual([
      "2026-01-02 new 3000",
      "2026-02-02 churn 3000",
    ]);
  });

  test("a subscription without an end date at Stripe ends with its period", () => {
    const grant = { ...subscribed("sub_1", "2026-01-02", "2026-02-01"), endedAt: null };
    expect(mrrOf({ grants: [grant], payments: [paid("sub_1", "2026-01-02")] })).toEqual([
      "2026-01-02 new 3000",
      "2026-02-01 churn 3000",
    ]);
  });
});

test("a refund or a lost dispute counts on its own day and never exceeds its payment", () => {
  const sale = paid("", "2026-01-02", { product: "lifetime", amountCents: 119_00, baseCents: 100_00 });
  const refund = { paymentId: "pi", refundId: "re", amountCents: 59_50, counts: true, at: at("2026-02-01") };
  const dispute = {
    paymentId: "pi",
    disputeId: "dp",
    amountCents: 119_00,
    state: "lost" as const,
    at: at("2026-03-01"),
  };
  const moves = movesOf(customer({ payments: [{ ...sale, refunds: [refund], disputes: [dispute] }] }));
  const money = moves.filter(({ kind }) => kind === "payment" || kind === "refund");
  expect(money.map((move) => `${move.at.slice(0, 10)} ${move.kind} ${move.plan} ${move.cents}`)).toEqual([
    "2026-01-02 payment lifetime 10000",
    "2026-02-01 refund lifetime 5000",
    "2026-03-01 refund lifetime 5000",
  ]);
});

test("a conversion within 30 days counts on the day of the sign-up", () => {
  const kinds = (change: Partial<Customer>) =>
    movesOf(customer(change)).flatMap(({ kind, at: when }) => (when === at("2026-01-01") ? [kind] : []));
  expect(kinds({ activatedAt: at("2026-01-30"), payments: [paid("", "2026-01-20")] })).toEqual([
    "activated",
    "paid",
    "signup",
  ]);
  expect(kinds({ activatedAt: at("2026-01-31") })).toEqual(["signup"]);
  expect(kinds({ activatedAt: at("2026-01-02"), signedUpAt: null })).toEqual([]);
});

test("a customer counts in their cohort, in their channel and for their affiliate", () => {
  const grants = [subscribed("sub_1", "2026-01-02", "2026-03-02")];
  const mine = customer({ affiliateId: "ann", grants, payments: [paid("sub_1", "2026-01-02")] });
  const sums = sumsOf(movesOf(mine)).map(
    ({ part, day, figure, amount }) => `${part} ${day} ${figure} ${amount}`,
  );
  expect(sums).toEqual(
    expect.arrayContaining([
      "growth 2026-01-02 cents:new/monthly/affiliate 3000",
      "growth null count:new/monthly/affiliate 1",
      "cohorts 2026-01 joined/affiliate 1",
      "cohorts 2026-01 2026-03/affiliate -1",
      "brought 2026-01-02#n revenue/ann 3000",
    ]),
  );
});

test("the movements of MRR do not depend on the order of payments in one second", () => {
  const both = [paid("", "2026-01-02", { product: "lifetime" }), paid("sub_1", "2026-01-02")];
  const grants = [subscribed("sub_1", "2026-01-02")];
  const moves = (payments: Customer["payments"]) =>
    movesOf(customer({ grants, payments }))
      .map((move) => JSON.stringify(move))
      .sort();
  expect(moves(both)).toEqual(moves(both.toReversed()));
});

describe("a customer with twenty years of payments", () => {
  vi.stubEnv("TABLE_INSIGHTS", "insights");
  afterAll(() => vi.unstubAllEnvs());
  const days = Array.from({ length: 240 }, (_, month) =>
    new Date(Date.UTC(2006, month, 3)).toISOString().slice(0, 10),
  );
  const grants = [subscribed("sub_1", "2006-01-03")];
  const renewals = days.map((day) => paid("sub_1", day));
  const broughtBy = (affiliateId: string | null) =>
    movesOf(customer({ affiliateId, grants, payments: renewals }));

  /** @returns the number of writes in each transaction until all moves are stored */
  function writesUntil(kept: readonly KeptMove[], whole: readonly KeptMove[]): number[] {
    const writes: number[] = [];
    for (let before = kept, isWhole = false; !isWhole; ) {
      const after = toward(before, whole);
      const difference = differenceOf(sumsOf(before), growthEntry("u1", after).sums);
      writes.push(1 + countWrites(difference).length + moveWrites("growth#u1", before, after).length);
      isWhole = after === whole;
      before = after;
    }
    return writes;
  }

  test.each([
    ["is counted for the first time", [], broughtBy("ann")],
    ["is attributed to an affiliate", broughtBy(null), broughtBy("ann")],
    ["is attributed to another affiliate", broughtBy("ann"), broughtBy("bob")],
  ])("who %s is stored in steps of at most 100 writes", (_what, kept, whole) => {
    const writes = writesUntil(kept, whole);
    expect(writes.length).toBeGreaterThan(5);
    expect(Math.max(...writes)).toBeLessThanOrEqual(100);
  });

  test("who pays once more is stored in one step", () => {
    const whole = broughtBy("ann");
    expect(writesUntil(whole.slice(0, -1), whole)).toHaveLength(1);
  });
});

test("a key counts as activated when its current owner first uses it, not when an earlier owner did", () => {
  const old = { assignedAt: at("2026-10-01"), lastUsedAt: at("2026-11-20") };
  const stored = {
    assignedAt: at("2026-11-26"),
    firstActivatedAt: at("2026-11-27"),
    lastUsedAt: at("2026-12-01"),
  };
  const reassigned = { assignedAt: at("2026-11-26"), lastUsedAt: null };
  expect(firstOf([reassigned])).toBeNull();
  expect(firstOf([stored, reassigned])).toBe(stored.firstActivatedAt);
  expect(firstOf([stored, old])).toBe(old.assignedAt);
});
