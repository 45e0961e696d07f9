import { stripe } from "../../platform/stripe.ts";
import { findReservation, release } from "../../promotions/table.ts";
import { openRights } from "../table.ts";
import type { EventWork } from "./work.ts";

/**
 * checkout.session.expired and .async_payment_failed: no one can pay there now, so the held unit returns to the
 * offer. Both ends are final, so the session may be read before the reading starts.
 */
export async function checkoutEnded(sessionId: string): Promise<EventWork> {
  const session = await (await stripe()).checkout.sessions.retrieve(sessionId);
  const { userId, reservation: reservationId } = session.metadata ?? {};
  if (!userId || !reservationId) return { ignored: "nothing was held for it" };
  const failed = session.status === "complete" && session.payment_status === "unpaid";
  if (session.status !== "expired" && !failed) return { ignored: "not ended" };
  const { reading } = await openRights(userId);
  const reservation = await findReservation(userId);
  const isHeld = reservation?.id === reservationId && reservation.state === "held";
  return { reading, writes: isHeld ? release({ userId, reservationId }) : [] };
}
