import { leaveCheckout } from "#shared/checkout/customer.ts";
import { isTheirTurn, OF_LINE } from "#shared/promotions/reservation.ts";
import { http } from "../http/index.ts";
import { closePageOf } from "../payments/index.ts";
import { closeCheckout } from "../platform/changeAtStripe.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { newId } from "../platform/random.ts";
import { findReservation, keepOffered, release } from "../promotions/index.ts";

/**
 * Closes the page at Stripe first, so that nobody can pay for a unit that went to another customer. If another window
 * opens a page for the unit in the meantime, the release conflicts, and the retry closes that page, too. A customer
 * whose turn it is on the waiting list keeps the unit.
 */
export const handler = http(leaveCheckout)(({ caller: { userId, user }, now }) =>
  retryOnConflict(async () => {
    const ok = { ok: true as const };
    const reservation = await findReservation(userId);
    const paid = { ...ok, paid: true as const };
    if (reservation?.state === "consumed") return paid;
    if (reservation?.state !== "held") return ok;
    const { id: reservationId, sessionId } = reservation;
    const isClosed =
      sessionId === null
        ? user.stripeCustomerId === null || (await closePageOf(reservationId, user.stripeCustomerId))
        : await closeCheckout(sessionId);
    if (!isClosed) return paid;
    if (isTheirTurn(reservation, now)) {
      await transact([keepOffered(reservation, OF_LINE + newId())]);
      return { ...ok, held_until: reservation.offeredUntil };
    }
    await transact(release({ userId, reservationId }, sessionId, now.toISOString()));
    return ok;
  }),
);
