import { leaveCheckout } from "#shared/billing/customer.ts";
import { closeCheckout } from "../platform/changeAtStripe.ts";
import { http } from "../platform/http.ts";
import { findReservation, releaseHeld } from "../promotions/table.ts";

/** Ends the session at Stripe first: what can still be paid goes to no other customer. */
export const handler = http(leaveCheckout)(async ({ caller }) => {
  const ok = { ok: true as const };
  const reservation = await findReservation(caller.userId);
  if (reservation?.state !== "held") return ok;
  if (reservation.sessionId !== null && !(await closeCheckout(reservation.sessionId))) return ok;
  await releaseHeld({ userId: caller.userId, reservationId: reservation.id }, reservation.sessionId);
  return ok;
});
