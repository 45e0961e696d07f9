import type { Output } from "#shared/endpoint.ts";
import type { getGrowth, MoveRow, Period } from "#shared/insights/growth.ts";
import { DAY, HOUR } from "#shared/instant.ts";
import { ago, email } from "./backOfficeRows.ts";

const DAYS = 30;
const dayOf = (back: number): string => ago(back * DAY).slice(0, 10);

function period(from: number, to: number, factor: number): Period {
  const amount = (count: number, cents: number) => ({
    count: Math.round(count * factor),
    cents: Math.round(cents * factor),
  });
  return {
    from: dayOf(from),
    to: dayOf(to),
    mrr_start_cents: 8_940_000,
    mrr_end_cents: 9_621_000,
    customers_end: 3_207,
    movements: {
      new: amount(412, 1_236_000),
      expansion: amount(9, 9_000),
      contraction: amount(4, 4_000),
      churn: amount(214, 642_000),
      reactivation: amount(31, 93_000),
    },
    net_new_cents: 692_000,
    gross_churn_rate: 723,
    net_churn_rate: 609,
    customer_churn_rate: 718,
    arpa_cents: 3_000,
    payments: amount(3_190, 24_821_000),
    refunds: amount(41, 512_000),
    lifetime: { payments: amount(38, 15_200_000), refunds: amount(1, 400_000) },
    payouts: amount(60, 4_800_000),
    fees: amount(3_190, 815_500),
    funnel: { signup: 1_840, freeKey: 1_213, activated: 902, paid: 318 },
  };
}

/** A month of a made-up business, compared with the month before. */
export function growth(): Output<typeof getGrowth> {
  return {
    now: period(DAYS - 1, 0, 1),
    before: period(2 * DAYS - 1, DAYS, 0.9),
    days: Array.from({ length: DAYS }, (_, at) => ({
      date: dayOf(DAYS - 1 - at),
      mrr_cents: 8_940_000 + at * 23_000,
      revenue_cents: 610_000 + ((at * 7) % 11) * 40_000,
    })),
    cohorts: ["2026-08", "2026-09", "2026-10", "2026-11"].map((month, at) => ({
      month,
      customers: 320 + at * 40,
      kept: Array.from({ length: 4 - at }, (_, after) => 320 + at * 40 - after * 31),
    })),
    affiliates: Array.from({ length: 5 }, (_, at) => ({
      affiliate_id: `user-${at}`,
      email: at === 4 ? null : email(at),
      // Refunds can exceed the payments of a period.
      revenue_cents: 900_000 - at * 450_000,
      commission_cents: 180_000 - at * 30_000,
    })),
  };
}

export function moveRow(at: number): MoveRow {
  const kind = (["new", "churn", "reactivation"] as const)[at % 3] ?? "new";
  return {
    id: `move-${at}`,
    kind,
    at: ago(at * HOUR),
    plan: "monthly",
    channel: at % 4 === 0 ? "affiliate" : "direct",
    cents: 3_000,
    paymentId: kind === "churn" ? null : `pi_${at}`,
    user_id: `user-${at}`,
    user_email: email(at),
  };
}
