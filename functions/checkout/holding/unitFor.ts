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
 * The writes that sell a held unit. The first attempt reads nothing, because the writes' conditions check the hold.
 * Later attempts read the reservation.
 * @param reservationId from the session's metadata; sessions from before the limited offer have none
 * @returns the writes, or "none left" for a late payment without a unit
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
  // A refused payment stays refused even if a unit has returned, because its refund has started.
  if ((await isRefused(paymentIntentId)) || !(await isLeft())) return "none left";
  const taken = isOurs && reservation.state === "released" ? consumeLate(claim) : [takeLeftUnit()];
  return [...taken, unlessRefused(paymentIntentId)];
}

/**
 * The writes that return the unit of an ended page. Empty if the unit is not held for that page.
 * @param now null to end the person's turn on the waiting list; otherwise the person keeps the unit until the turn ends
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
