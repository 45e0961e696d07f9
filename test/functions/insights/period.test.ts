import { expect, test } from "vitest";
import { broughtIn } from "../../../functions/insights/growth/broughtRules.ts";
import { cohortOf } from "../../../functions/insights/growth/cohortRules.ts";
import {
  daysIn,
  hasPlan,
  levels,
  periodOf,
  reader,
  spanBefore,
  spent,
} from "../../../functions/insights/growth/periodRules.ts";

const ROWS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "2026-01-30": { "cents:new/monthly/direct": 6000, "count:new/monthly/direct": 2 },
  "2026-02-02": { "cents:new/monthly/affiliate": 3000, "count:new/monthly/affiliate": 1 },
  "2026-02-03": {
    "cents:churn/monthly/direct": 3000,
    "count:churn/monthly/direct": 1,
    "cents:payment/lifetime/direct": 400_000,
    "count:payment/lifetime/direct": 1,
    "cents:payment/monthly/direct": 3000,
    "count:payment/monthly/direct": 1,
    "cents:payout": 48_000,
    "count:payout": 60,
    "cents:fee": 117,
    "count:fee": 1,
  },
  "2026-02-20": { "cents:expansion/monthly/direct": 1000, "count:expansion/monthly/direct": 1 },
};
const on = (day: string | null, figure: string): number =>
  day === null
    ? Object.values(ROWS).reduce((sum, row) => sum + (row[figure] ?? 0), 0)
    : (ROWS[day]?.[figure] ?? 0);
const SPAN = { from: "2026-02-01", to: "2026-02-10" };

function read(scope: Parameters<typeof reader>[1]) {
  const of = reader(on, scope);
  const days = daysIn({ from: "2026-01-22", to: "2026-02-28" });
  return (span: typeof SPAN) => periodOf(of, span, levels(of, days, "cents"), levels(of, days, "count"));
}

test("a period begins with the totals of the days before it", () => {
  const period = read({ plan: "all", channel: "all" })(SPAN);
  expect(period).toMatchObject({
    mrr_start_cents: 6000,
    mrr_end_cents: 6000,
    customers_end: 2,
    net_new_cents: 0,
    gross_churn_rate: 5000,
    net_churn_rate: 5000,
    customer_churn_rate: 5000,
    arpa_cents: 3000,
    payments: { count: 2, cents: 403_000 },
    lifetime: { payments: { count: 1, cents: 400_000 } },
  });
});

test("a few days are compared with the same number of days before them, and a period without MRR at its start has no churn rate", () => {
  expect(spanBefore(SPAN)).toEqual({ from: "2026-01-22", to: "2026-01-31" });
  expect(spanBefore({ from: "2026-03-01", to: "2026-03-01" })).toEqual({
    from: "2026-02-28",
    to: "2026-02-28",
  });
  const before = read({ plan: "all", channel: "all" })(spanBefore(SPAN));
  expect(before).toMatchObject({ mrr_start_cents: 0, mrr_end_cents: 6000, gross_churn_rate: null });
});

test("figures can be limited to one plan or one channel", () => {
  const affiliate = read({ plan: "all", channel: "affiliate" })(SPAN);
  expect(affiliate).toMatchObject({ mrr_end_cents: 3000, customers_end: 1, payments: { count: 0 } });
  const monthly = read({ plan: "monthly", channel: "all" })(SPAN);
  expect(monthly.payments).toEqual({ count: 1, cents: 3000 });
  expect(monthly.lifetime.payments).toEqual({ count: 0, cents: 0 });
  const lifetime = read({ plan: "lifetime", channel: "all" })(SPAN);
  expect(lifetime.payments).toEqual({ count: 1, cents: 400_000 });
  expect(lifetime.lifetime.payments).toEqual(lifetime.payments);
});

test("a plan can be selected once it has a payment", () => {
  expect(hasPlan(on, "monthly")).toBe(true);
  expect(hasPlan(on, "yearly")).toBe(false);
});

test("a cohort counts the customers who still pay at the end of each month", () => {
  const figures: Record<string, number> = { "joined/direct": 4, "2026-02/direct": -2, "2026-03/direct": 1 };
  const row = { month: "2026-01", on: (figure: string) => figures[figure] ?? 0 };
  expect(cohortOf(row, "all", "2026-03")).toEqual({ month: "2026-01", customers: 4, kept: [4, 2, 3] });
  expect(cohortOf(row, "affiliate", "2026-03").customers).toBe(0);
});

test("affiliates are sorted by their revenue after refunds and commissions", () => {
  const rows = [
    { day: "2026-02-01", figures: { "revenue/ann": 3000, "commission/ann": 600, "revenue/bob": 9000 } },
    { day: "2026-02-02", figures: { "revenue/bob": -9000, "revenue/cat": 6000, "commission/cat": 1200 } },
    { day: "2026-02-11", figures: { "revenue/ann": 90_000 } },
  ];
  expect(broughtIn(rows, SPAN)).toEqual([
    { affiliate_id: "cat", revenue_cents: 6000, commission_cents: 1200 },
    { affiliate_id: "ann", revenue_cents: 3000, commission_cents: 600 },
  ]);
});

test.each([
  ["a calendar month", "2026-10-01", "2026-10-31", "2026-09-01", "2026-09-30"],
  ["a month after a shorter month", "2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
  ["two months", "2026-09-01", "2026-10-31", "2026-07-02", "2026-08-31"],
  ["other days of a month", "2026-10-02", "2026-10-31", "2026-09-02", "2026-10-01"],
])("for %s, the comparison uses the matching earlier days", (_what, from, to, beforeFrom, beforeTo) => {
  expect(spanBefore({ from, to })).toEqual({ from: beforeFrom, to: beforeTo });
});

test("payouts and fees have no plan and no channel, so only the totals of all plans and channels include them", () => {
  const all = { plan: "all", channel: "all" } as const;
  const none = { count: 0, cents: 0 };
  expect(spent(on, SPAN, all)).toEqual({
    payouts: { count: 60, cents: 48_000 },
    fees: { count: 1, cents: 117 },
  });
  expect(spent(on, spanBefore(SPAN), all)).toEqual({ payouts: none, fees: none });
  expect(spent(on, SPAN, { ...all, channel: "affiliate" })).toEqual({});
  expect(spent(on, SPAN, { ...all, plan: "monthly" })).toEqual({});
});
