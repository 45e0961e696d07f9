import { leaveCheckout } from "#shared/billing/customer.ts";
import { closeCheckout } from "../platform/changeAtStripe.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { findReservation, release } from "../promotions/table.ts";
import { closePageOf } from "./checkout/openCheckouts.ts";

/**
 * Ends the session at Stripe first: what can still be paid goes to no other customer. A page that another window opens
 * meanwhile ends as well, for the answer says that the unit was released.
 */
export const handler = http(leaveCheckout)(({ caller: { userId, user } }) =>
  retryOnConflict(async () => {
    const ok = { ok: true as const };
    const reservation = await findReservation(userId);
    if (reservation?.state !== "held") return ok;
    const { id: reservationId, sessionId } = reservation;
    const isClosed =
      sessionId === null
        ? user.stripeCustomerId === null || (await closePageOf(reservationId, user.stripeCustomerId))
        : await closeCheckout(sessionId);
    if (!isClosed) return ok;
    await transact(release({ userId, reservationId }, sessionId));
    return ok;
  }),
);
