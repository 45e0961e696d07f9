import type { Write } from "../../platform/dynamo.ts";
import {
  consume,
  consumeLate,
  findReservation,
  readLifetimeOffer,
  takeLeftUnit,
} from "../../promotions/table.ts";
import { isRefused, unlessRefused } from "../events/table.ts";

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

async function isLeft(): Promise<boolean> {
  return (await readLifetimeOffer()).left > 0;
}
