import * as z from "zod/mini";
import { PRODUCT_IDS } from "../catalog/catalog.ts";
import { Instant } from "../instant.ts";

export const CHANNELS = ["direct", "affiliate"] as const;
export type Channel = (typeof CHANNELS)[number];

/** ChartMogul's definitions. A second subscription is an expansion, one of two that ends a contraction. */
export const MRR_KINDS = ["new", "expansion", "contraction", "churn", "reactivation"] as const;
export const MONEY_KINDS = ["payment", "refund"] as const;
/** What became of a sign-up within `FUNNEL_DAYS`, dated by the sign-up. */
export const FUNNEL_KINDS = ["signup", "freeKey", "activated", "paid"] as const;
export const MOVE_KINDS = [...MRR_KINDS, ...MONEY_KINDS, ...FUNNEL_KINDS] as const;
export type MrrKind = (typeof MRR_KINDS)[number];
export type FunnelKind = (typeof FUNNEL_KINDS)[number];
export type MoveKind = (typeof MOVE_KINDS)[number];

export const FUNNEL_DAYS = 30;

/**
 * Something that changed a figure. Cents are never negative: the kind says the direction. MRR: usd a month, after
 * discounts and without tax. Payments and refunds: without tax; a lost dispute is a refund.
 */
export const Move = z.object({
  kind: z.enum(MOVE_KINDS),
  at: Instant,
  /** Null where nothing was bought: a sign-up, a free key, an activation. */
  plan: z.nullable(z.enum(PRODUCT_IDS)),
  channel: z.enum(CHANNELS),
  cents: z.int(),
  /** The payment; null where it is not about one. */
  paymentId: z.nullable(z.string()),
});
export type Move = z.output<typeof Move>;

/** A move as it is kept: with the affiliate who brought the customer, or null. */
export const KeptMove = z.extend(Move, { affiliateId: z.nullable(z.string()) });
export type KeptMove = z.output<typeof KeptMove>;

/** The rows behind the figures are filed by these. */
export const MOVE_GROUPS = ["mrr", "money", "funnel"] as const;
export type MoveGroup = (typeof MOVE_GROUPS)[number];

const GROUPS: Readonly<Record<MoveKind, MoveGroup>> = {
  new: "mrr",
  expansion: "mrr",
  contraction: "mrr",
  churn: "mrr",
  reactivation: "mrr",
  payment: "money",
  refund: "money",
  signup: "funnel",
  freeKey: "funnel",
  activated: "funnel",
  paid: "funnel",
};
export const groupOf = (kind: MoveKind): MoveGroup => GROUPS[kind];

/** The longest period. The one before it is read as well. */
export const MAX_PERIOD_DAYS = 366;
/** How many affiliates are named by what they brought. */
export const MAX_BROUGHT = 10;
