import type Stripe from "stripe";
import { AppError } from "#shared/errors.ts";
import { isOfLine, pageEnd } from "#shared/promotions/reservation.ts";
import type { Customer } from "../../http/index.ts";
import { openCheckouts } from "../../payments/index.ts";
import { closeCheckout } from "../../platform/changeAtStripe.ts";
import { WriteConflict } from "../../platform/dynamo.ts";
import { stripe } from "../../platform/stripe.ts";
import { attachSession, releaseHeld } from "../../promotions/index.ts";
import { makeCoupon } from "../credit/coupon.ts";
import { holdUnit } from "../holding/holdUnit.ts";
import { tellOfMany } from "../holding/tellOfMany.ts";
import { hasReduction, type SessionRequest, sessionParams } from "./checkoutSession.ts";
import { askedOtherwise } from "./opening.ts";

/** One live reservation per customer and one session per reservation, so a repeated call returns the same page. */
export async function openForUnit(
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
      (open) => open.metadata?.reservation === reservation.id && hasReduction(open, request),
    );
    // Releases the unit, unless another window has opened or is opening a page for it. If Stripe created this page
    // despite the error, nobody knows its URL, so nobody can pay there.
    if (!other && isNew && !isBeingCreated(error) && !isAskedOtherwise(error))
      await releaseHeld(claim, null, now);
    // Stripe accepts the idempotency key only with the first call's parameters, so the unit moves to a new id.
    if (!other && isOfLine(reservation.id) && isAskedOtherwise(error)) await releaseHeld(claim, null, now);
    if (!other) throw isAskedOtherwise(error) ? askedOtherwise(error) : error;
    // Another window has opened this unit's page with other return URLs.
    session = other;
  }
  if (isNew) await tellOfMany(user.userId, address, now);
  try {
    await attachSession(reservation, session.id);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    await closeCheckout(session.id);
    throw new AppError("CONFLICT", "Your reservation changed in the meantime. Please start again.");
  }
  return session;
}

/** Another call of this person is creating the session. */
function isBeingCreated(error: unknown): boolean {
  return error instanceof Error && "statusCode" in error && error.statusCode === 409;
}

/** Another call of this person requested this unit's page with another discount or other return URLs. */
function isAskedOtherwise(error: unknown): boolean {
  return error instanceof Error && "rawType" in error && error.rawType === "idempotency_error";
}
