import { redirect } from "react-router-dom";
import { getAccount } from "#shared/accounts/customer.ts";
import { CATALOG, type Product } from "#shared/catalog/catalog.ts";
import { type Credit, getCredit } from "#shared/checkout/credit.ts";
import { getDiscount } from "#shared/discounts/discount.ts";
import { getWaiting, type OwnPlace } from "#shared/promotions/customer.ts";
import { canWait, isOnOffer, type Promotions } from "#shared/promotions/promotion.ts";
import { getPromotions } from "#shared/promotions/public.ts";
import { getSubscription } from "#shared/subscriptions/customer.ts";
import { endsAt, renews, type Subscription, seatsOf } from "#shared/subscriptions/subscription.ts";
import { call } from "../../api/call.ts";
import { forgetCheckout } from "../../app/checkoutChoice.ts";
import { loadConfig } from "../../app/config.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { paths } from "../../app/paths.ts";
import { clockSkew } from "../../ui/serverClock.ts";
import { runningOf } from "../standing/holdings.ts";
import type { Billing } from "../subscription/billing.ts";
import { heldUntil } from "./held.ts";

/** Why a customer who can buy nothing more sees this page. */
export type Buyer = "free" | "subscribed" | "owner" | "suspended";

export type PlanPrices = NonNullable<Billing["plan_price_ids"]>;

export type CheckoutData = {
  /** The one asked for by the address; null where it is not for sale now. */
  product: Product | null;
  /** Whether the page lets the customer choose between the plans. */
  choosable: boolean;
  /** What the chooser of a subscription checkout offers. */
  plans: readonly Product[];
  promotions: Promotions | null;
  /** What is held for them where the limited offer is sold out, and their place on its waiting list. */
  place: OwnPlace | null;
  /** The server's clock less the browser's, in milliseconds. */
  skew: number;
  buyer: Buyer;
  email: string;
  /** Whether the customer may name who recommended it. */
  takesCodes: boolean;
  /** The discount code of the link, or of the affiliate whose link brought the customer; empty without one. */
  linkedCode: string;
  /** Whether any discount code can be used: a shop without codes shows no field. */
  takesDiscounts: boolean;
  /** The prices at Stripe of the optional plans that are sold. */
  planPrices: PlanPrices;
  /** What unused days of the subscription take off the lifetime license; null without a credit. */
  credit: Credit | null;
  /** How many seats a subscription can have; 1 while none are sold to teams. */
  maxSeats: number;
  /** When the keys of a team's other seats end with the lifetime license, epoch seconds; null without such seats. */
  otherSeatsEnd: number | null;
};

export async function loadCheckout({
  request,
  params,
}: {
  request: Request;
  params: { mode?: string };
}): Promise<CheckoutData | Response> {
  // Who is signed out goes to sign-up, which leads back here.
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
  // The last unit may be the one that this customer holds.
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
    otherSeatsEnd: otherSeatsEnd(runningOf(billing)),
  };
}

/** False if it cannot be read, because the server refuses the purchase then. */
const isSuspendedNow = (signal: AbortSignal): Promise<boolean> =>
  call(getAccount, {}, { signal })
    .then(({ account }) => account.suspended)
    .catch(() => false);

const buyerOf = (billing: Billing): Buyer =>
  billing.lifetime ? "owner" : runningOf(billing) !== null ? "subscribed" : "free";

/** The lifetime license ends the subscription with its paid period, or on an earlier day that is set already. */
function otherSeatsEnd(running: Subscription | null): number | null {
  if (running === null || seatsOf(running) === 1) return null;
  return renews(running) ? running.current_period_end : endsAt(running);
}

/** Whether the customer can join the waiting list, or has a place in it. */
export function showsList({ promotions, place }: CheckoutData): boolean {
  if (promotions === null || place === null) return false;
  return canWait(promotions, new Date(place.now)) || place.state === "waiting" || place.state === "offered";
}

function askedFor(mode: string | undefined): Product | undefined {
  if (mode === undefined || mode === "payment") return CATALOG.lifetime;
  return mode === "subscription" ? CATALOG.monthly : undefined;
}

/** The page's address with another plan; a code in it stays. */
export function withPlan(address: string, { id }: Product): URL {
  const url = new URL(address);
  url.searchParams.set("plan", id);
  return url;
}

/** The plan in the address: from a link, or chosen before a reload. */
function chosenIn({ url }: Request): Product {
  const plan = new URL(url).searchParams.get("plan");
  return Object.values<Product>(CATALOG).find(({ id }) => id === plan) ?? CATALOG.monthly;
}

/** The lifetime license is for sale while its offer is on, and not where the offer cannot be read. */
function isForSale(product: Product, onOffer: boolean, planPrices: PlanPrices): boolean {
  if (!product.enabled) return product.id in planPrices;
  return product.mode === "subscription" || onOffer;
}
