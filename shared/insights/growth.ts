import * as z from "zod/mini";
import { OPTIONAL_PLANS, PRODUCT_IDS } from "../catalog/catalog.ts";
import { endpoint } from "../endpoint.ts";
import { Cursor } from "../listing.ts";
import { CHANNELS, FUNNEL_KINDS, MOVE_GROUPS, MOVE_KINDS, Move, MRR_KINDS } from "./moves.ts";

export const Day = z.iso.date();

const Amount = z.object({ count: z.number(), cents: z.number() });
export type Amount = z.output<typeof Amount>;

/** Rates in basis points; null if the divisor is zero. */
const Period = z.object({
  from: Day,
  to: Day,
  mrr_start_cents: z.number(),
  mrr_end_cents: z.number(),
  customers_end: z.number(),
  movements: z.record(z.enum(MRR_KINDS), Amount),
  net_new_cents: z.number(),
  gross_churn_rate: z.nullable(z.number()),
  net_churn_rate: z.nullable(z.number()),
  customer_churn_rate: z.nullable(z.number()),
  /** MRR per paying customer at the end of the period. */
  arpa_cents: z.nullable(z.number()),
  payments: Amount,
  refunds: Amount,
  /** The lifetime licenses' part of payments and refunds. */
  lifetime: z.object({ payments: Amount, refunds: Amount }),
  /** Payouts to affiliates on the day of transfer, minus reversed ones. Absent if a plan or a channel is selected. */
  payouts: z.optional(Amount),
  /** Stripe's fees, and the number of payments whose fee is known. Absent if a plan or a channel is selected. */
  fees: z.optional(Amount),
  funnel: z.record(z.enum(FUNNEL_KINDS), z.number()),
});
export type Period = z.output<typeof Period>;

const GrowthDay = z.object({
  date: Day,
  /** At the end of the day. */
  mrr_cents: z.number(),
  /** Payments minus refunds, each on its own day. */
  revenue_cents: z.number(),
});
export type GrowthDay = z.output<typeof GrowthDay>;

/** Customers by the month of their first subscription payment, and how many paid at the end of each month since. */
const Cohort = z.object({ month: z.string(), customers: z.number(), kept: z.array(z.number()) });
export type Cohort = z.output<typeof Cohort>;

/**
 * Revenue: payments by an affiliate's customers minus refunds and lost disputes, each on its own day. Commissions:
 * earned from the period's payments, minus all that was taken back since.
 */
const Brought = z.object({
  affiliate_id: z.string(),
  email: z.nullable(z.string()),
  revenue_cents: z.number(),
  commission_cents: z.number(),
});
export type Brought = z.output<typeof Brought>;

const Filters = {
  plan: z._default(z.enum(["all", ...PRODUCT_IDS]), "all"),
  channel: z._default(z.enum(["all", ...CHANNELS]), "all"),
};

/**
 * Compares a period with the period of the same length before it, or a calendar month with the previous month. Days are
 * UTC; the last day may be today.
 */
export const getGrowth = endpoint({
  method: "GET",
  path: "/api/admin/growth",
  audience: "operator",
  shows: ["affiliates"],
  input: z.strictObject({ from: Day, to: Day, ...Filters }),
  output: z.object({
    now: Period,
    before: Period,
    days: z.array(GrowthDay),
    cohorts: z.array(Cohort),
    affiliates: z.array(Brought),
    /** The optional plans that were ever paid for; absent if none was. */
    plans: z.optional(z.array(z.enum(OPTIONAL_PLANS))),
  }),
});

export const MoveRow = z.extend(Move, {
  id: z.string(),
  user_id: z.string(),
  user_email: z.nullable(z.string()),
});
export type MoveRow = z.output<typeof MoveRow>;

/** Lists the rows behind a figure, newest first. A page may be short or empty even if more pages follow. */
export const listMoves = endpoint({
  method: "GET",
  path: "/api/admin/growth/moves",
  audience: "operator",
  shows: ["accounts", "billing"],
  input: z.strictObject({
    from: Day,
    to: Day,
    ...Filters,
    group: z.enum(MOVE_GROUPS),
    kind: z.optional(z.enum(MOVE_KINDS)),
    cursor: Cursor,
  }),
  output: z.object({ rows: z.array(MoveRow), next: z.nullable(z.string()) }),
});
