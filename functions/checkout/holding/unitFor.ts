import type Stripe from "stripe";
import { isTheirTurn, OF_LINE } from "#shared/promotions/reservation.ts";
import { isRefused, unlessRefused } from "../../payments/index.ts";
import type { Write } from "../../platform/dynamo.ts";
import { newId } from "../../platform/random.ts";
import {
  consume,
  consumeLate,
  findReservation,
  keepOffered,
  readLifetimeOffer,
  release,
  takeLeftUnit,
} from "../../promotions/index.ts";

/**
 * What makes a paid unit of the limited offer sold. The usual case is written without a look, for the write's
 * condition looks: the unit is still held. Where that did not hold, the reservation is read.
 * @param reservationId of the session's metadata; a session without one was made before the offer was limited
 * @returns the writes, or that a late payment finds nothing left
 */
export async function unitFor(
  userId: string,
  reservationId: string | undefined,
  paymentIntentId: string,
  isFirst: boolean,
): Promise<Write[] | "none left"> {
  const claim = reservationId === undefined ? undefined : { userId, reservationId };
  if (claim && isFirst) return consume(claim);
  const reservation = await findReservation(userId);
  const isOurs = claim !== undefined && reservation?.id === claim.reservationId;
  if (isOurs && reservation.state === "held") return consume(claim);
  // What was refused once stays refused, though a unit has come back since: the money is on its way.
  if ((await isRefused(paymentIntentId)) || !(await isLeft())) return "none left";
  const taken = isOurs && reservation.state === "released" ? consumeLate(claim) : [takeLeftUnit()];
  return [...taken, unlessRefused(paymentIntentId)];
}

/**
 * The writes that return the unit of a page that has ended; none if the unit is not held for that page.
 * @param now until the end of their turn, the unit stays a person's of the waiting list; null if the purchase was
 *   refused, which ends it
 */
export async function unitBack(
  userId: string,
  { id, metadata }: Pick<Stripe.Checkout.Session, "id" | "metadata">,
  now: Date | null,
): Promise<Write[]> {
  const reservationId = metadata?.reservation;
  if (reservationId === undefined) return [];
  const reservation = await findReservation(userId);
  const isHeld = reservation?.id === reservationId && reservation.state === "held";
  const isItsPage = reservation?.sessionId === null || reservation?.sessionId === id;
  if (!isHeld || !isItsPage) return [];
  if (now === null) return release({ userId, reservationId }, id, null, "left");
  return isTheirTurn(reservation, now)
    ? [keepOffered(reservation, OF_LINE + newId())]
    : release({ userId, reservationId }, id, now.toISOString());
}

async function isLeft(): Promise<boolean> {
  return (await readLifetimeOffer()).left > 0;
}
