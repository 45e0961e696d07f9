import * as z from "zod/mini";
import { PRODUCT_IDS } from "../catalog/catalog.ts";
import { Instant } from "../instant.ts";

export const CHANNELS = ["direct", "affiliate"] as const;
export type Channel = (typeof CHANNELS)[number];

/** ChartMogul's definitions. A second subscription is an expansion; ending one of two is a contraction. */
export const MRR_KINDS = ["new", "expansion", "contraction", "churn", "reactivation"] as const;
export const MONEY_KINDS = ["payment", "refund"] as const;
/** The steps of a customer within `FUNNEL_DAYS` of the sign-up. Each step has the date of the sign-up. */
export const FUNNEL_KINDS = ["signup", "freeKey", "activated", "paid"] as const;
export const MOVE_KINDS = [...MRR_KINDS, ...MONEY_KINDS, ...FUNNEL_KINDS] as const;
export type MrrKind = (typeof MRR_KINDS)[number];
export type FunnelKind = (typeof FUNNEL_KINDS)[number];
export type MoveKind = (typeof MOVE_KINDS)[number];

export const FUNNEL_DAYS = 30;

/**
 * A change of a figure. Cents are never negative: the kind gives the direction. MRR: US dollars a month, before tax and
 * before a code's discount, which applies once. Payments and refunds: without tax; a lost dispute is a refund.
 */
export const Move = z.object({
  kind: z.enum(MOVE_KINDS),
  at: Instant,
  /** Null if nothing was bought: a sign-up, a free key, an activation. */
  plan: z.nullable(z.enum(PRODUCT_IDS)),
  channel: z.enum(CHANNELS),
  cents: z.int(),
  /** Null if the move is not about a payment. */
  paymentId: z.nullable(z.string()),
  /** For churn: why the customer canceled, or what ended the subscription; absent if unknown. */
  reason: z.optional(z.string()),
});
export type Move = z.output<typeof Move>;

/** The stored move, with the affiliate who referred the customer, or null. */
export const KeptMove = z.extend(Move, { affiliateId: z.nullable(z.string()) });
export type KeptMove = z.output<typeof KeptMove>;

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

/** Longest period. A query also reads the period before it. */
export const MAX_PERIOD_DAYS = 366;
/** The maximum number of affiliates in the list by revenue. */
export const MAX_BROUGHT = 10;
