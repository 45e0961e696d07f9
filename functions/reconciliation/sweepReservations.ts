import { DAY } from "#shared/instant.ts";
import type { Reservation } from "#shared/promotions/reservation.ts";
import { paymentOn } from "../payments/index.ts";
import { closeCheckout } from "../platform/changeAtStripe.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { log } from "../platform/log.ts";
import { scheduled } from "../platform/schedule.ts";
import { stripe } from "../platform/stripe.ts";
import { findReservation, holdLonger, listDueReservations, release, serveLine } from "../promotions/index.ts";
import { finishRefunds } from "../refunds/index.ts";
import { applyCheckout } from "../stripeEvents/index.ts";
import { announceRenewals, finishSettlements } from "../subscriptions/index.ts";

/** How long a slow payment may stay pending before its hold is checked again. */
const LOOK_AGAIN_AFTER = DAY;

/**
 * Every five minutes: finishes abandoned refunds and settlements, asks Stripe about expired holds and settles them,
 * offers returned units to the waiting list, and announces yearly renewals. DynamoDB's TTL is not punctual, and
 * webhooks may be lost.
 */
export const handler = scheduled(async (now) => {
  const due = await listDueReservations(now);
  const settled: Record<string, number> = {};
  for (const reservation of due) {
    const outcome = await settleAlone(reservation, now);
    settled[outcome] = (settled[outcome] ?? 0) + 1;
  }
  const refunds = await finishRefunds(now);
  const settlements = await finishSettlements(now);
  const line = await serveLine(now);
  const announced = await announceRenewals(now);
  log.info("reservations.swept", {
    due: due.length,
    refunds,
    settlements,
    announced,
    ...line,
    ...settled,
  });
  return { due: due.length, ...settled };
});

/** A failed hold does not stop the others; the next run retries it. */
async function settleAlone(reservation: Reservation, now: Date) {
  try {
    return await settle(reservation, now);
  } catch (error) {
    log.error("reservation.notSettled", error, { reservation: reservation.id });
    return "failed" as const;
  }
}

async function settle(reservation: Reservation, now: Date): Promise<"sold" | "waiting" | "released"> {
  const { sessionId } = reservation;
  if (sessionId !== null) {
    const sessions = (await stripe()).checkout.sessions;
    const session = await sessions.retrieve(sessionId, { expand: ["payment_intent"] });
    const payment = paymentOn(session);
    if (payment === "paid") {
      await applyCheckout(sessionId, now);
      log.warn("webhook.missed", { what: sessionId });
      return "sold";
    }
    if (payment === "under way") {
      await holdLonger(reservation, new Date(now.getTime() + LOOK_AGAIN_AFTER).toISOString());
      return "waiting";
    }
    if (session.status === "open" && !(await closeCheckout(sessionId))) return "waiting";
  }
  return retryOnConflict(async () => {
    const current = await findReservation(reservation.userId);
    if (current?.id !== reservation.id || current.state !== "held") return "released";
    // Another page was opened in the meantime. The next run checks that one.
    if (current.sessionId !== sessionId) return "waiting";
    await transact(release({ userId: reservation.userId, reservationId: reservation.id }, sessionId));
    return "released";
  });
}
