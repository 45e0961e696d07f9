import type Stripe from "stripe";
import { CATALOGUE, type Product } from "#shared/billing/catalogue.ts";
import { startCheckout } from "#shared/billing/customer.ts";
import { AppError } from "#shared/errors.ts";
import { keepStripeCustomer, type User } from "../accounts/table.ts";
import { attributeByCode } from "../affiliates/attribution/table.ts";
import { transact, WriteConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { http } from "../platform/http.ts";
import { ownUrl } from "../platform/ownUrl.ts";
import { stripe } from "../platform/stripe.ts";
import { attachSession, release } from "../promotions/table.ts";
import { type SessionRequest, sessionParams } from "./checkoutSession.ts";
import { holdUnit } from "./holdUnit.ts";
import { refuseSecondPurchase } from "./rules.ts";
import { listGrants } from "./table.ts";

export const handler = http(startCheckout)(async ({ input, caller, now }) => {
  const product = productOfPrice(input.price_id);
  if (input.mode !== product.mode)
    throw new AppError("VALIDATION_ERROR", `Mode must be "${product.mode}" for this price`, {
      field: "mode",
    });
  const successUrl = ownUrl(input.success_url, "success_url");
  const cancelUrl = ownUrl(input.cancel_url, "cancel_url");
  refuseSecondPurchase(await listGrants(caller.userId), product.mode);
  await keepAffiliate(caller.userId, input.affiliateCode, now);
  const customer = caller.user.stripeCustomerId ?? (await makeCustomer(caller.user));
  const request = {
    product,
    priceId: input.price_id,
    userId: caller.userId,
    customer,
    successUrl,
    cancelUrl,
  };
  const session = product.limitedOffer ? await openForUnit(request, now) : await open(request);
  if (!session.url) throw new AppError("PAYMENT_ERROR", "Invalid checkout session response");
  return { sessionId: session.id, url: session.url };
});

/** Before anything is opened: whoever mistyped a code still means to name somebody. Who may not buy names nobody. */
async function keepAffiliate(userId: string, code: string | undefined, now: Date): Promise<void> {
  if (code === undefined || code === "") return;
  if (!(await attributeByCode(userId, code, now)))
    throw new AppError("VALIDATION_ERROR", "We do not know this affiliate code.", { field: "affiliateCode" });
}

function productOfPrice(priceId: string): Product {
  if (priceId === env("PRICE_MONTHLY")) return CATALOGUE.monthly;
  if (priceId === env("PRICE_LIFETIME")) return CATALOGUE.lifetime;
  throw new AppError("VALIDATION_ERROR", "Valid price ID is required", { field: "price_id" });
}

/** One customer an account: the idempotency key and the conditional write both hold it. */
async function makeCustomer(user: User): Promise<string> {
  const created = await (await stripe()).customers.create(
    { email: user.email, metadata: { userId: user.userId } },
    { idempotencyKey: `customer-${user.userId}` },
  );
  return keepStripeCustomer(user.userId, created.id);
}

async function open(request: SessionRequest): Promise<Stripe.Checkout.Session> {
  return (await stripe()).checkout.sessions.create(sessionParams(request));
}

/** One live reservation a customer, and one session a reservation: asking again leads to the same page. */
async function openForUnit(request: SessionRequest, now: Date): Promise<Stripe.Checkout.Session> {
  const reservation = await holdUnit(request.userId, now);
  const { sessions } = (await stripe()).checkout;
  if (reservation.sessionId !== null) return sessions.retrieve(reservation.sessionId);
  const claim = { userId: request.userId, reservationId: reservation.id };
  let session: Stripe.Checkout.Session;
  try {
    session = await sessions.create(sessionParams({ ...request, reservation }), {
      idempotencyKey: `reservation-${reservation.id}`,
    });
  } catch (error) {
    // Nobody has been told the address of a page that may exist all the same: nobody can pay there.
    if (!isBeingCreated(error)) await transact(release(claim));
    throw error;
  }
  try {
    await attachSession(reservation, session.id);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    await sessions.expire(session.id);
    throw new AppError("CONFLICT", "You left this checkout in another window. Please start again.");
  }
  return session;
}

/** The same person's other call makes the session at this moment. */
function isBeingCreated(error: unknown): boolean {
  return error instanceof Error && "statusCode" in error && error.statusCode === 409;
}
