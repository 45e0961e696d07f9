import type Stripe from "stripe";
import { CATALOG, MAX_SEATS, type Product } from "#shared/billing/catalog.ts";
import { startCheckout } from "#shared/billing/customer.ts";
import type { Input } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { isOfLine, pageEnd } from "#shared/promotions/reservation.ts";
import type { Finding, Signal } from "#shared/security/signal.ts";
import { readPlans, yearlyPrice } from "../catalog/index.ts";
import { applyCode, type Buyer, discountOfCreator, refused } from "../discounts/index.ts";
import { isSuspended, listGrants, refuseSecondPurchase } from "../grants/index.ts";
import { accountSuspended, type Customer, http } from "../http/index.ts";
import { HOLDS_A_NETWORK, muchFrom } from "../limits/index.ts";
import { closeCheckouts, keepPurchase, openCheckouts } from "../payments/index.ts";
import { callKey } from "../platform/callKey.ts";
import { closeCheckout } from "../platform/changeAtStripe.ts";
import { WriteConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { ownUrl } from "../platform/ownUrl.ts";
import { enqueue } from "../platform/queue.ts";
import { isCustomerGone, isDiscountRefused, stripe } from "../platform/stripe.ts";
import { attachSession, releaseHeld } from "../promotions/index.ts";
import { attributeByCode, attributeTo } from "../referrals/index.ts";
import { settleSubscriptions } from "../subscriptions/index.ts";
import { dropStripeCustomer, keepStripeCustomer, type User } from "../users/index.ts";
import { confirmCredit } from "./credit/confirm.ts";
import { makeCoupon } from "./credit/coupon.ts";
import type { FoundCredit } from "./credit/find.ts";
import { holdCode } from "./holding/holdCode.ts";
import { holdUnit } from "./holding/holdUnit.ts";
import { hasDiscount, NOTHING_OFF, type SessionRequest, sessionParams } from "./page/checkoutSession.ts";
import { beginOpening } from "./page/opening.ts";

const MAX_DEVICE = 512;

export const handler = http(startCheckout)(async ({ input, caller, now }) => {
  const product = await productOfPrice(input.price_id);
  if (input.mode !== product.mode)
    throw new AppError("VALIDATION_ERROR", `Mode must be "${product.mode}" for this price`, {
      field: "mode",
    });
  const seats = input.seats ?? 1;
  if (seats > 1) await requireTeams(product, seats);
  const successUrl = ownUrl(input.success_url, "success_url");
  const cancelUrl = ownUrl(input.cancel_url, "cancel_url");
  await refuseOwned(caller.userId, product.mode, now);
  const { stripeCustomerId } = caller.user;
  const buyer = { userId: caller.userId, customer: stripeCustomerId };
  const credit = input.credit === undefined ? null : await creditFor(input, product, caller.userId, now);
  const applied = input.code ? await applyCode(input.code, product, buyer, now) : undefined;
  // An affiliate's discount names who recommended us, whatever else was typed.
  if (applied?.affiliateId) await attributeTo(caller.userId, applied.affiliateId, now);
  else await keepAffiliate(caller.userId, input.affiliateCode, now);
  const byCreator = credit ? undefined : await creatorDiscount(input.affiliateCode, product, buyer, now);
  const reduction = applied ?? byCreator;
  const { customer, isNew } =
    stripeCustomerId === null
      ? await makeCustomer(caller.user, caller.user.lostStripeCustomer)
      : { customer: stripeCustomerId, isNew: false };
  const codeEnds = reduction && (await holdCode(caller.user, customer, reduction, now));
  const request = {
    product,
    priceId: input.price_id,
    userId: caller.userId,
    customer,
    isNewCustomer: isNew,
    successUrl,
    cancelUrl,
    seats,
    promotionCode: reduction?.promotionCode ?? null,
    credit,
    ...(codeEnds === undefined ? {} : { endsAt: codeEnds }),
  };
  const session = await orWithAnotherCustomer(caller, request, now);
  if (!session.url) throw new AppError("PAYMENT_ERROR", "Invalid checkout session response");
  if (await isSuspended(caller.userId)) {
    // Suspended since the first read: the code that closed the open pages may have missed this one.
    await closeCheckout(session.id);
    throw accountSuspended();
  }
  await keepPurchase(caller.userId, {
    sessionId: session.id,
    product: product.id,
    ...(reduction && { code: reduction.discount.code }),
    at: now.toISOString(),
    address: caller.address,
    country: caller.country,
    device: caller.userAgent?.slice(0, MAX_DEVICE) ?? null,
    terms: input.acceptedTerms ?? null,
    privacy: input.acceptedPrivacy ?? null,
  });
  return { sessionId: session.id, url: session.url };
});

/** The page shows one of the two: Stripe takes one discount a session. */
async function creditFor(
  { code, credit }: Input<typeof startCheckout>,
  product: Product,
  userId: string,
  now: Date,
): Promise<FoundCredit | null> {
  if (credit === undefined) return null;
  if (code || product.id !== "lifetime")
    throw new AppError(
      "VALIDATION_ERROR",
      "A credit comes off a lifetime license, without a discount code.",
      {
        field: "credit",
      },
    );
  return confirmCredit(userId, credit, now);
}

/** @throws VALIDATION_ERROR where this cannot be bought for several people */
async function requireTeams({ mode }: Product, seats: number): Promise<void> {
  if (mode === "subscription" && seats <= MAX_SEATS && (await readPlans()).teams) return;
  throw new AppError("VALIDATION_ERROR", "You cannot buy this many seats.", { field: "seats" });
}

/** Asks Stripe before it refuses: a subscription may be over there, and its event lost. */
async function refuseOwned(userId: string, mode: Product["mode"], now: Date): Promise<void> {
  if (mode === "subscription") await settleSubscriptions(userId, false, now);
  refuseSecondPurchase(await listGrants(userId), mode);
}

async function openFor(
  request: SessionRequest,
  caller: Customer,
  now: Date,
): Promise<Stripe.Checkout.Session> {
  try {
    return await (request.product.limitedOffer ? openForUnit(request, caller, now) : openOnly(request, now));
  } catch (error) {
    if (request.promotionCode === null || !isDiscountRefused(error)) throw error;
    throw refused("This discount code can no longer be used.", error);
  }
}

/** Where the customer was deleted at Stripe, of which no event has told us yet, another one takes its place. */
async function orWithAnotherCustomer(
  caller: Customer,
  request: SessionRequest,
  now: Date,
): Promise<Stripe.Checkout.Session> {
  try {
    return await openFor(request, caller, now);
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
    await dropStripeCustomer(caller.userId, request.customer);
    const { customer } = await makeCustomer(caller.user, request.customer);
    return openFor({ ...request, customer, isNewCustomer: false }, caller, now);
  }
}

/** Checked before anything is opened, so that a mistyped code can be corrected. */
async function keepAffiliate(userId: string, code: string | undefined, now: Date): Promise<void> {
  if (code === undefined || code === "") return;
  if (!(await attributeByCode(userId, code, now)))
    throw new AppError("VALIDATION_ERROR", "This affiliate code does not exist.", { field: "affiliateCode" });
}

/** The code of the person who recommended us takes off what it would as a discount code, though typed elsewhere. */
async function creatorDiscount(code: string | undefined, product: Product, buyer: Buyer, now: Date) {
  return code === undefined || code === "" ? undefined : discountOfCreator(code, product, buyer, now);
}

async function productOfPrice(priceId: string): Promise<Product> {
  if (priceId === env("PRICE_MONTHLY")) return CATALOG.monthly;
  if (priceId === env("PRICE_LIFETIME")) return CATALOG.lifetime;
  if (priceId === (await yearlyPrice())) return CATALOG.yearly;
  throw new AppError("VALIDATION_ERROR", "Valid price ID is required", { field: "price_id" });
}

/**
 * One customer an account: the idempotency key and the conditional write both hold it. For a day, Stripe answers a
 * repeated key with the first customer, even where that one was deleted since.
 * @param gone the one before, which Stripe has deleted
 */
async function makeCustomer(user: User, gone: string | null): Promise<{ customer: string; isNew: boolean }> {
  const params = { email: user.email, metadata: { userId: user.userId } };
  const name = `customer-${user.userId}${gone === null ? "" : `-after-${gone}`}`;
  const { customers } = await stripe();
  const created = await customers.create(params, { idempotencyKey: callKey(name, params) });
  return (await keepStripeCustomer(user.userId, created.id)) ?? makeCustomer(user, created.id);
}

/**
 * One page a customer that sells a subscription: two calls, at once or from two windows, lead to the newest, and the
 * others close. Every call finds the same one newest: of two in one second, one with a discount.
 * @throws CONFLICT if the newest is another window's, with another discount, plan or number of seats
 */
async function openOnly(request: SessionRequest, now: Date): Promise<Stripe.Checkout.Session> {
  const { userId, customer, product } = request;
  const isAlone = await beginOpening(userId, now);
  // Before another one opens: a call that dies leaves one page at most. A customer who was just made has none.
  if (!request.isNewCustomer) await closeCheckouts(customer, product.mode);
  const made = await (await stripe()).checkout.sessions.create(sessionParams(request));
  if (await isAlone()) return made;
  const [newest = made, ...others] = (await openCheckouts(customer, product.mode)).sort(
    (a, b) =>
      b.created - a.created ||
      Number(hasDiscount(a, NOTHING_OFF)) - Number(hasDiscount(b, NOTHING_OFF)) ||
      b.id.localeCompare(a.id),
  );
  for (const { id } of others) await closeCheckout(id);
  const isOther =
    newest.metadata?.product !== made.metadata?.product || newest.metadata?.seats !== made.metadata?.seats;
  if (isOther || !hasDiscount(newest, request)) throw busyElsewhere();
  return newest;
}

/** One live reservation a customer, and one session a reservation: asking again leads to the same page. */
async function openForUnit(
  request: SessionRequest,
  { user, address }: Customer,
  now: Date,
): Promise<Stripe.Checkout.Session> {
  const { reservation, isNew } = await holdUnit(request, user, now);
  const { sessions } = (await stripe()).checkout;
  if (reservation.sessionId !== null) return sessions.retrieve(reservation.sessionId);
  const claim = { userId: request.userId, reservationId: reservation.id };
  let session: Stripe.Checkout.Session;
  try {
    if (request.credit) await makeCoupon(reservation.id, request.credit);
    const endsAt = pageEnd(reservation, now);
    session = await sessions.create(sessionParams({ ...request, reservation, endsAt }), {
      idempotencyKey: `reservation-${reservation.id}-${request.customer}`,
    });
  } catch (error) {
    const other = (await openCheckouts(request.customer)).find(
      (open) => open.metadata?.reservation === reservation.id && hasDiscount(open, request),
    );
    // The page may exist all the same, but no one has its address, so no one can pay there. A unit for which another
    // window opens a page, or has opened one, is not ours to release.
    if (!other && isNew && !isBeingCreated(error) && !isAskedOtherwise(error))
      await releaseHeld(claim, null, now);
    // Its key stays with the failed call, and its unit with its customer.
    if (!other && isOfLine(reservation.id) && isAskedOtherwise(error)) await releaseHeld(claim, null, now);
    if (!other) throw isAskedOtherwise(error) ? busyElsewhere(error) : error;
    // Another window has opened the page for this unit, with other addresses to return to.
    session = other;
  }
  if (isNew) await tellOfMany(user.userId, address, now);
  try {
    await attachSession(reservation, session.id);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    await closeCheckout(session.id);
    throw new AppError("CONFLICT", "You left this checkout in another window. Please start again.");
  }
  return session;
}

/** Many holds from one network refuse nobody: an operator looks whether they are one person's. */
async function tellOfMany(userId: string, address: string | null, now: Date): Promise<void> {
  const much = await muchFrom("holds", address, HOLDS_A_NETWORK, now);
  if (much === undefined) return;
  const finding: Finding = {
    id: `holds:${much.network}:${much.window}`,
    userId,
    at: now.toISOString(),
    type: "many_holds",
    description: "Accounts of one network hold many units of the limited offer.",
    metadata: { network: much.network, holds: much.count },
  };
  await enqueue(env("SECURITY_QUEUE_URL"), [{ kind: "finding", finding } satisfies Signal]);
}

/** The same person's other call makes the session at this moment. */
function isBeingCreated(error: unknown): boolean {
  return error instanceof Error && "statusCode" in error && error.statusCode === 409;
}

const busyElsewhere = (cause?: unknown) =>
  new AppError("CONFLICT", "Another window is opening this checkout. Please try again.", { cause });

/** The same person's other call asked for this unit's page with another discount, or other addresses to return to. */
function isAskedOtherwise(error: unknown): boolean {
  return error instanceof Error && "rawType" in error && error.rawType === "idempotency_error";
}
