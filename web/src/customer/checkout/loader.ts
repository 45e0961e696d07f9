import { redirect } from "react-router-dom";
import { getAccount } from "#shared/accounts/customer.ts";
import { CATALOG, type Product } from "#shared/catalog/catalog.ts";
import { type Credit, getCredit } from "#shared/checkout/credit.ts";
import { getDiscount } from "#shared/discounts/discount.ts";
import { getWaiting, type OwnPlace } from "#shared/promotions/customer.ts";
import { canWait, isOnOffer, type Promotions } from "#shared/promotions/promotion.ts";
import { getPromotions } from "#shared/promotions/public.ts";
import { getSubscription } from "#shared/subscriptions/customer.ts";
import {
  endsAt,
  needsPayment,
  renews,
  type Subscription,
  seatsOf,
} from "#shared/subscriptions/subscription.ts";
import { call } from "../../api/call.ts";
import { forgetCheckout } from "../../app/checkoutChoice.ts";
import { loadConfig } from "../../app/config.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { paths } from "../../app/paths.ts";
import { clockSkew } from "../../ui/serverClock.ts";
import { loadFacts } from "../standing/facts.ts";
import { runningOf } from "../standing/holdings.ts";
import { type Problem, problemsOf } from "../standing/problems.ts";
import type { Billing } from "../subscription/billing.ts";
import { heldUntil } from "./held.ts";

/** The buyer's state, which decides what they can still buy. */
export type Buyer = "free" | "subscribed" | "owner" | "suspended";

export type PlanPrices = NonNullable<Billing["plan_price_ids"]>;

export type CheckoutData = {
  /** The product in the address; null if it is not for sale now. */
  product: Product | null;
  choosable: boolean;
  plans: readonly Product[];
  promotions: Promotions | null;
  /** The customer's held unit or place on the waiting list. Null if the page does not need it or could not read it. */
  place: OwnPlace | null;
  /** Server clock minus browser clock, in milliseconds. */
  skew: number;
  buyer: Buyer;
  email: string;
  /** Whether the customer may enter a creator's code. */
  takesCodes: boolean;
  /** The discount code in the page's address, else the code of the affiliate who sent the customer. Else empty. */
  linkedCode: string;
  /** Whether to show the field for discount codes: the shop has a usable code, or `linkedCode` is set. */
  takesDiscounts: boolean;
  /** Stripe price IDs of the optional plans that are on sale. */
  planPrices: PlanPrices;
  /** The credit for unused days of the subscription; null without one. */
  credit: Credit | null;
  /** How many seats a subscription can have; 1 while the shop sells no seats to teams. */
  maxSeats: number;
  /** Whether buying the lifetime license ends the subscription at once, because its current period is unpaid. */
  endsNow: boolean;
  overdue: Problem | null;
  /**
   * When the keys of the team's other seats end if the customer buys the lifetime license, epoch seconds. Null without
   * other seats.
   */
  otherSeatsEnd: number | null;
};

export async function loadCheckout({
  request,
  params,
}: {
  request: Request;
  params: { mode?: string };
}): Promise<CheckoutData | Response> {
  // Sends signed-out visitors to sign-up, which returns here.
  const { email } = requireSession(request, "signup");
  const asked = askedFor(params.mode);
  if (asked === undefined) return redirect(paths.checkout.href("payment"));
  forgetCheckout();
  const choosable = asked === CATALOG.monthly;
  const wanted = choosable ? chosenIn(request) : asked;
  const { signal } = request;
  const [{ features }, promotions, billing, isSuspended, discounts] = await Promise.all([
    loadConfig(),
    call(getPromotions, {}, { signal }).catch(() => null),
    orSignIn(request, call(getSubscription, {}, { signal })),
    isSuspendedNow(signal),
    call(getDiscount, { mode: wanted.mode }, { signal }).catch(() => ({ offered: false, linked: null })),
  ]);
  const linkedCode = new URL(request.url).searchParams.get("code")?.trim() ?? discounts.linked ?? "";
  const planPrices = billing.plan_price_ids ?? {};
  const onOffer = promotions !== null && isOnOffer(promotions, new Date(Date.now() + clockSkew()));
  // The last unit may be held for this customer.
  const mayHold =
    wanted === CATALOG.lifetime && promotions !== null && (promotions.waiting !== undefined || !onOffer);
  const place = mayHold ? await call(getWaiting, {}, { signal }).catch(() => null) : null;
  const plans = Object.values<Product>(CATALOG)
    .filter(
      (product) =>
        isForSale(product, onOffer, planPrices) || (product.id === "lifetime" && heldUntil(place) !== null),
    )
    .map((product) =>
      product.id === "lifetime" ? { ...product, price: place?.price_cents ?? product.price } : product,
    );
  const buyer = isSuspended ? "suspended" : buyerOf(billing);
  const { credit } =
    buyer === "subscribed" && wanted.mode === "payment"
      ? await call(getCredit, {}, { signal }).catch(() => ({ credit: null }))
      : { credit: null };
  return {
    product: plans.find((product) => product.id === wanted.id) ?? null,
    choosable,
    plans,
    promotions,
    place,
    skew: place === null ? 0 : Date.parse(place.now) - Date.now(),
    buyer,
    email,
    takesCodes: features.affiliate,
    linkedCode,
    takesDiscounts: linkedCode !== "" || discounts.offered,
    planPrices,
    credit,
    maxSeats: billing.max_seats ?? 1,
    endsNow: isUnpaid(runningOf(billing)),
    otherSeatsEnd: otherSeatsEnd(runningOf(billing)),
    overdue: buyer === "subscribed" ? await overdueOf(billing, request) : null,
  };
}

/** False if the account cannot be read: the server still refuses a suspended buyer. */
const isSuspendedNow = (signal: AbortSignal): Promise<boolean> =>
  call(getAccount, {}, { signal })
    .then(({ account }) => account.suspended)
    .catch(() => false);

const buyerOf = (billing: Billing): Buyer =>
  billing.lifetime ? "owner" : runningOf(billing) !== null ? "subscribed" : "free";

const isUnpaid = (running: Subscription | null): boolean =>
  running !== null && (needsPayment(running.subscription_status) || running.renewal_pending === true);

async function overdueOf(billing: Billing, request: Request): Promise<Problem | null> {
  const running = runningOf(billing);
  if (running === null || !needsPayment(running.subscription_status)) return null;
  const problems = problemsOf({ ...(await loadFacts(request)), account: null });
  return problems.find(({ kind }) => kind === "overdue") ?? null;
}

/** Buying the lifetime license ends a paid subscription at the end of its period, unless it already ends earlier. */
function otherSeatsEnd(running: Subscription | null): number | null {
  if (running === null || seatsOf(running) === 1) return null;
  return renews(running) ? running.current_period_end : endsAt(running);
}

/** Whether the customer can join the waiting list, or has a place on it. */
export function showsList({ promotions, place }: CheckoutData): boolean {
  if (promotions === null || place === null) return false;
  return canWait(promotions, new Date(place.now)) || place.state === "waiting" || place.state === "offered";
}

function askedFor(mode: string | undefined): Product | undefined {
  if (mode === undefined || mode === "payment") return CATALOG.lifetime;
  return mode === "subscription" ? CATALOG.monthly : undefined;
}

/** The page's address with another plan. Keeps a discount code in it. */
export function withPlan(address: string, { id }: Product): URL {
  const url = new URL(address);
  url.searchParams.set("plan", id);
  return url;
}

/** The address has the plan from a link, or the plan chosen before a reload. */
function chosenIn({ url }: Request): Product {
  const plan = new URL(url).searchParams.get("plan");
  return Object.values<Product>(CATALOG).find(({ id }) => id === plan) ?? CATALOG.monthly;
}

/** Optional plans are for sale if they have a price, and the lifetime license is for sale while its offer is on. */
function isForSale(product: Product, onOffer: boolean, planPrices: PlanPrices): boolean {
  if (!product.enabled) return product.id in planPrices;
  return product.mode === "subscription" || onOffer;
}
