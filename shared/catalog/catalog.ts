import { BRAND } from "../brand.ts";
import type { GrantSource } from "../licenses/standing.ts";

export type Mode = "subscription" | "payment";
/** The renewing plans, shortest first. Each includes every feature. */
export const SUBSCRIPTION_PLANS = ["monthly", "yearly"] as const;
export type SubscriptionPlan = (typeof SUBSCRIPTION_PLANS)[number];
/** The first plan is always for sale; an operator switches on the others. */
export const [BASE_PLAN, ...OPTIONAL_PLANS] = SUBSCRIPTION_PLANS;
export type OptionalPlan = (typeof OPTIONAL_PLANS)[number];
export const PRODUCT_IDS = [...SUBSCRIPTION_PLANS, "lifetime"] as const;
export type ProductId = (typeof PRODUCT_IDS)[number];

/** A product for sale. Prices are integer cents. Each deployment configures its own Stripe price ids. */
export type Product = {
  readonly id: ProductId;
  readonly mode: Mode;
  /** We choose this id, the same in every Stripe account. It identifies payments as ours. */
  readonly stripeProductId: string;
  /** Shown on pages. */
  readonly label: string;
  /** Shown at Stripe and on receipts. */
  readonly name: string;
  readonly description: string;
  readonly currency: "usd";
  readonly price: number;
  readonly originalPrice: number;
  /** Length of a period; null if the product does not renew. */
  readonly months: number | null;
  readonly featured: boolean;
  readonly limitedOffer: boolean;
  /** For sale before an operator switches anything on. */
  readonly enabled: boolean;
};

const MONTHLY_PRICE = 30_00;

export const CATALOG = {
  monthly: {
    id: "monthly",
    mode: "subscription",
    stripeProductId: `${BRAND.slug}_monthly`,
    label: "Monthly",
    name: `${BRAND.name} Automator`,
    description: "Every feature, billed monthly. Cancel any time.",
    currency: "usd",
    price: MONTHLY_PRICE,
    originalPrice: 50_00,
    months: 1,
    featured: true,
    limitedOffer: false,
    enabled: true,
  },
  yearly: {
    id: "yearly",
    mode: "subscription",
    stripeProductId: `${BRAND.slug}_yearly`,
    label: "Yearly",
    name: `${BRAND.name} Automator, yearly`,
    description: "Every feature, billed yearly. Cancel any time.",
    currency: "usd",
    price: 300_00,
    originalPrice: 12 * MONTHLY_PRICE,
    months: 12,
    featured: false,
    limitedOffer: false,
    enabled: false,
  },
  lifetime: {
    id: "lifetime",
    mode: "payment",
    stripeProductId: `${BRAND.slug}_lifetime`,
    label: "Lifetime",
    name: "Lifetime Access (Limited Offer)",
    description: "One payment. Every feature and every update, for good.",
    currency: "usd",
    price: 4000_00,
    originalPrice: 5000_00,
    months: null,
    featured: false,
    limitedOffer: true,
    enabled: true,
  },
} as const satisfies Record<ProductId, Product>;

/** A subscription's maximum seats, including the buyer's (docs/decisions/how-are-plans-changed-and-seats-added.md). */
export const MAX_SEATS = 20;

/** The guarantee: a first payment for a plan can be refunded in full for this long (terms, "Refunds"). */
export const REFUND_DAYS = 30;

/** What a plan's leases contain besides the tier. An operator can add to it for one key. */
export type PlanEntitlements = {
  /** Features to unlock: lower-case words with hyphens. */
  readonly features: readonly string[];
  /** The last covered version: `3` for all of 3.x, `3.2` or `3.2.1`; null: every version. */
  readonly coveredVersion: string | null;
  /** Releases are covered for this many days after the key was assigned; null: without end. */
  readonly coveredDays: number | null;
  readonly metadata: Readonly<Record<string, string>>;
};

const EVERY_RELEASE: PlanEntitlements = {
  features: [],
  coveredVersion: null,
  coveredDays: null,
  metadata: {},
};

/** By the source of the key's grant. A computer gets changed entitlements with its next lease. */
export const PLAN_ENTITLEMENTS: Readonly<Record<GrantSource, PlanEntitlements>> = {
  subscription: EVERY_RELEASE,
  team: EVERY_RELEASE,
  lifetime: EVERY_RELEASE,
  manual: EVERY_RELEASE,
  free: EVERY_RELEASE,
};

/** `40` for a price of 30 instead of 50. */
export function percentOff(product: Product): number {
  return Math.round((1 - product.price / product.originalPrice) * 100);
}

export function productOfStripe(stripeProductId: string): Product | undefined {
  return Object.values<Product>(CATALOG).find((product) => product.stripeProductId === stripeProductId);
}

/** `month`, `year`, `6 months`. */
export function periodOf({ months }: { months: number }): string {
  if (months === 1) return "month";
  return months === 12 ? "year" : `${months} months`;
}

/** `per month`; `once` for a product that does not renew. */
export function perPeriod({ months }: Pick<Product, "months">): string {
  return months === null ? "once" : `per ${periodOf({ months })}`;
}

export function recurringOf(months: number): { interval: "month" | "year"; interval_count: number } {
  return months % 12 === 0
    ? { interval: "year", interval_count: months / 12 }
    : { interval: "month", interval_count: months };
}

export const planWord = (plan: SubscriptionPlan): string => CATALOG[plan].label.toLowerCase();

/** A change to a longer plan takes effect immediately. A change to a shorter plan takes effect with the next period. */
export const isLonger = (to: SubscriptionPlan, from: SubscriptionPlan): boolean =>
  CATALOG[to].months > CATALOG[from].months;
