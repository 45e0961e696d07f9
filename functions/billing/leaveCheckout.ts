import { leaveCheckout } from "#shared/billing/customer.ts";
import { transact, WriteConflict } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { stripe } from "../platform/stripe.ts";
import { findReservation, release } from "../promotions/table.ts";

/** Ends the session at Stripe first: what can still be paid goes to no other customer. */
export const handler = http(leaveCheckout)(async ({ caller }) => {
  const ok = { ok: true as const };
  const reservation = await findReservation(caller.userId);
  if (reservation?.state !== "held") return ok;
  if (reservation.sessionId !== null) {
    const sessions = (await stripe()).checkout.sessions;
    const { status } = await sessions.retrieve(reservation.sessionId);
    if (status === "complete") return ok;
    if (status === "open") await sessions.expire(reservation.sessionId);
  }
  try {
    await transact(release({ userId: caller.userId, reservationId: reservation.id }));
  } catch (error) {
    // The webhook of the session's end was faster.
    if (!(error instanceof WriteConflict)) throw error;
  }
  return ok;
});
