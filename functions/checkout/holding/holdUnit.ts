import { CATALOG } from "#shared/catalog/catalog.ts";
import { AppError } from "#shared/errors.ts";
import {
  HOLD_FOR,
  isOfLine,
  isTheirTurn,
  OF_LINE,
  type Reservation,
  SHORTEST_SESSION,
} from "#shared/promotions/reservation.ts";
import type { Account } from "../../http/index.ts";
import { closePageOf } from "../../payments/index.ts";
import { closeCheckout } from "../../platform/changeAtStripe.ts";
import { retryOnConflict, transact } from "../../platform/dynamo.ts";
import { newId } from "../../platform/random.ts";
import { stripe } from "../../platform/stripe.ts";
import {
  findReservation,
  holdAnew,
  isScarce,
  noteWanted,
  readLifetimeOffer,
  refuseWithoutOffer,
  release,
  reserve,
  unpaidOf,
  waitsUntil,
} from "../../promotions/index.ts";
import { hasReduction, type Reduction, type SessionRequest } from "../page/checkoutSession.ts";
import { admit } from "./admit.ts";

/**
 * Holds a unit of the limited offer, or returns the unit that the customer already holds. A customer keeps a unit from
 * the waiting list until their turn ends, even if they open and leave pages.
 * @param request if the open page has another discount, that page is closed, and the unit gets a new reservation
 * @throws the errors of `admit`; OFFER_UNAVAILABLE if no unit is left; CONFLICT while a payment is pending or after the
 * turn
 */
export async function holdUnit(
  request: Pick<SessionRequest, "customer" | "promotionCode" | "credit">,
  user: Account,
  now: Date,
): Promise<{ reservation: Reservation; isNew: boolean }> {
  const { customer } = request;
  const { userId } = user;
  return retryOnConflict(async () => {
    const existing = await findReservation(userId);
    if (existing?.state === "held") {
      const page = await pageOf(existing, request, now);
      // A unit from the waiting list counts as new until it has a page, so that it gets a new id if the page fails to
      // open.
      const isNew = isOfLine(existing.id) && existing.sessionId === null;
      if (page === "same") return { reservation: existing, isNew };
      if (page === "otherDiscount" && existing.sessionId !== null) {
        await refuseAnotherPage(existing, now);
        await closeCheckout(existing.sessionId);
        // Throws if the page was paid in the meantime.
        await pageOf(existing, request, now);
      }
      if (page === "over" && existing.sessionId === null && !(await closePageOf(existing.id, customer)))
        throw beingConfirmed();
      if (page === "otherDiscount" || isTheirTurn(existing, now)) {
        const next = anotherFor(existing, now);
        await transact([holdAnew(existing.id, next)]);
        return { reservation: next, isNew: true };
      }
      await transact(release({ userId, reservationId: existing.id }, existing.sessionId));
    }
    // Reads the offer after the release, because the returned unit may be the only one.
    const offer = await readLifetimeOffer();
    await noteWanted(offer, now);
    refuseWithoutOffer(offer, now);
    const { unpaid, writes } = await admit(user, offer, now);
    const reservation = { ...newReservation(userId, now), unpaid };
    await transact([...reserve(reservation, now), ...writes]);
    return { reservation, isNew: true };
  });
}

/** A new page would extend the hold. */
async function refuseAnotherPage(existing: Reservation, now: Date): Promise<void> {
  if (existing.offeredUntil !== undefined && !isTheirTurn(existing, now))
    throw new AppError("CONFLICT", "Your time to start a payment is over. Finish on the page that is open.");
  if (waitsUntil(existing, now) <= now.getTime() || !isScarce(await readLifetimeOffer(), now)) return;
  const message =
    "Your unit has an open payment page, and other people want a unit. Choose the same options as before to return to that page, and finish there.";
  throw new AppError("CONFLICT", message);
}

/** The reservation for another page. It lasts until the person's turn or the page's hold ends, whichever is later. */
function anotherFor(existing: Reservation, now: Date): Reservation {
  const { userId, offeredUntil, price = CATALOG.lifetime.price } = existing;
  const next = { ...newReservation(userId, now), price, unpaid: unpaidOf(existing, now) };
  if (offeredUntil === undefined) return next;
  const heldUntil = offeredUntil > next.heldUntil ? offeredUntil : next.heldUntil;
  return { ...next, id: OF_LINE + next.id, heldUntil, offeredUntil };
}

function newReservation(userId: string, now: Date): Reservation {
  return {
    id: newId(),
    userId,
    state: "held",
    heldUntil: new Date(now.getTime() + HOLD_FOR).toISOString(),
    sessionId: null,
    createdAt: now.toISOString(),
    price: CATALOG.lifetime.price,
  };
}

async function pageOf(
  reservation: Reservation,
  reduction: Reduction,
  now: Date,
): Promise<"same" | "otherDiscount" | "over"> {
  const left = Date.parse(reservation.heldUntil) - now.getTime();
  if (reservation.sessionId === null) return left >= SHORTEST_SESSION ? "same" : "over";
  const session = await (await stripe()).checkout.sessions.retrieve(reservation.sessionId);
  if (session.status === "complete") throw beingConfirmed();
  if (session.status !== "open" || left <= 0) return "over";
  return hasReduction(session, reduction) ? "same" : "otherDiscount";
}

const beingConfirmed = (): AppError =>
  new AppError("CONFLICT", "Your payment is being confirmed. This takes a moment.");
