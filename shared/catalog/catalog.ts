import { BRAND } from "../brand.ts";
import type { GrantSource } from "../licenses/standing.ts";

export type Mode = "subscription" | "payment";
export type ProductId = "monthly" | "yearly" | "lifetime";

/** What is for sale. Prices are integer cents; the Stripe price id differs by deployment and is configuration. */
export type Product = {
  readonly id: ProductId;
  readonly mode: Mode;
  /** Ours to choose at Stripe, and the same in every account: this is how a paid object is recognized as ours. */
  readonly stripeProductId: string;
  readonly name: string;
  readonly description: string;
  readonly currency: "usd";
  readonly price: number;
  readonly originalPrice: number;
  readonly interval: "month" | "year" | null;
  readonly featured: boolean;
  readonly limitedOffer: boolean;
  /** Whether it is for sale from the start. The yearly plan is for sale while the operator has switched it on. */
  readonly enabled: boolean;
};

const MONTHLY_PRICE = 30_00;

export const CATALOG = {
  monthly: {
    id: "monthly",
    mode: "subscription",
    stripeProductId: `${BRAND.slug}_monthly`,
    name: `${BRAND.name} Automator`,
    description: "Every feature, billed monthly. Cancel any time.",
    currency: "usd",
    price: MONTHLY_PRICE,
    originalPrice: 50_00,
    interval: "month",
    featured: true,
    limitedOffer: false,
    enabled: true,
  },
  /** For sale while the operator has switched it on (docs/decisions/how-are-plans-changed-and-seats-added.md). */
  yearly: {
    id: "yearly",
    mode: "subscription",
    stripeProductId: `${BRAND.slug}_yearly`,
    name: `${BRAND.name} Automator, yearly`,
    description: "Every feature, billed yearly. Cancel any time.",
    currency: "usd",
    price: 300_00,
    /** Twelve months at the monthly price. */
    originalPrice: 12 * MONTHLY_PRICE,
    interval: "year",
    featured: false,
    limitedOffer: false,
    enabled: false,
  },
  lifetime: {
    id: "lifetime",
    mode: "payment",
    stripeProductId: `${BRAND.slug}_lifetime`,
    name: "Lifetime Access (Limited Offer)",
    description: "One payment. Every feature and every update, for good.",
    currency: "usd",
    price: 4000_00,
    originalPrice: 5000_00,
    interval: null,
    featured: false,
    limitedOffer: true,
    enabled: true,
  },
} as const satisfies Record<ProductId, Product>;

/** The most seats that one subscription can have, the buyer's own included (docs/decisions/how-are-plans-changed-and-seats-added.md). */
export const MAX_SEATS = 20;

/** What a plan puts into the leases of its keys, beside the tier. An operator can add to it for one key. */
export type PlanEntitlements = {
  /** What the application may unlock: lower-case words with hyphens. */
  readonly features: readonly string[];
  /** The last version that is covered: `3` for all of 3.x, `3.2` or `3.2.1`; null: every version. */
  readonly coveredVersion: string | null;
  /** For how many days after the key was assigned new releases are covered; null: without end. */
  readonly coveredDays: number | null;
  readonly metadata: Readonly<Record<string, string>>;
};

const EVERY_RELEASE: PlanEntitlements = {
  features: [],
  coveredVersion: null,
  coveredDays: null,
  metadata: {},
};

/** By what a key comes from. A change reaches a computer with its next lease. */
export const PLAN_ENTITLEMENTS: Readonly<Record<GrantSource, PlanEntitlements>> = {
  subscription: EVERY_RELEASE,
  team: EVERY_RELEASE,
  lifetime: EVERY_RELEASE,
  manual: EVERY_RELEASE,
  free: EVERY_RELEASE,
};

/** `40` for 30 instead of 50: whole percent, so what a badge says is computed and cannot be wrong. */
export function percentOff(product: Product): number {
  return Math.round((1 - product.price / product.originalPrice) * 100);
}

export function productOfStripe(stripeProductId: string): Product | undefined {
  return Object.values<Product>(CATALOG).find((product) => product.stripeProductId === stripeProductId);
}

/** The plans that renew. Both include every feature. */
export type SubscriptionPlan = "monthly" | "yearly";

/** `per month`, and `once` for what does not renew. */
export function perInterval({ interval }: Pick<Product, "interval">): string {
  return interval === null ? "once" : `per ${interval}`;
}
