import { AppError } from "#shared/errors.ts";
import { HOLD_FOR, type Reservation, SHORTEST_SESSION } from "#shared/promotions/reservation.ts";
import { decideAgain, transact } from "../../platform/dynamo.ts";
import { newId } from "../../platform/random.ts";
import { stripe } from "../../platform/stripe.ts";
import { refuseWithoutOffer } from "../../promotions/rules.ts";
import { findReservation, readLifetimeOffer, release, reserve } from "../../promotions/table.ts";

/**
 * A unit of the limited offer for a customer who is about to pay: the one that they hold already, or another.
 * @throws OFFER_UNAVAILABLE where none is left
 */
export async function holdUnit(
  userId: string,
  now: Date,
): Promise<{ reservation: Reservation; isNew: boolean }> {
  return decideAgain(async () => {
    const existing = await findReservation(userId);
    if (existing?.state === "held") {
      if (await isStillOpen(existing, now)) return { reservation: existing, isNew: false };
      await transact(release({ userId, reservationId: existing.id }));
    }
    // Read after that: the unit that has just come back may be the only one.
    refuseWithoutOffer(await readLifetimeOffer(), now);
    const reservation: Reservation = {
      id: newId(),
      userId,
      state: "held",
      heldUntil: new Date(now.getTime() + HOLD_FOR).toISOString(),
      sessionId: null,
      createdAt: now.toISOString(),
    };
    await transact(reserve(reservation, now));
    return { reservation, isNew: true };
  });
}

/** @throws CONFLICT while a payment for it is on its way */
async function isStillOpen(reservation: Reservation, now: Date): Promise<boolean> {
  const left = Date.parse(reservation.heldUntil) - now.getTime();
  // Stripe opens no session that ends sooner, so it is too late for a session that is not open yet.
  if (reservation.sessionId === null) return left >= SHORTEST_SESSION;
  const { status } = await (await stripe()).checkout.sessions.retrieve(reservation.sessionId);
  if (status === "complete")
    throw new AppError("CONFLICT", "Your payment is being confirmed. This takes a moment.");
  return status === "open" && left > 0;
}
