import type Stripe from "stripe";
import { stripe } from "../../platform/stripe.ts";
import { findReservation, release } from "../../promotions/table.ts";
import { openSubscription } from "../facts/openFacts.ts";
import { idOf } from "../facts/stripeFacts.ts";
import { hasBegun } from "../rules/grants.ts";
import { endUnpaid } from "../subscriptions/steer.ts";
import { openRights } from "../table.ts";
import type { EventWork } from "./work.ts";

/**
 * checkout.session.expired and .async_payment_failed: no one can pay there now, so the held unit returns to the
 * offer, and a subscription that was never paid ends. Both ends are final, so the session may be read before the
 * reading starts.
 */
export async function checkoutEnded(sessionId: string): Promise<EventWork> {
  const session = await (await stripe()).checkout.sessions.retrieve(sessionId);
  const failed = session.status === "complete" && session.payment_status === "unpaid";
  if (failed && session.mode === "subscription") return firstPaymentFailed(session);
  const { userId, reservation: reservationId } = session.metadata ?? {};
  if (!userId || !reservationId) return { ignored: "nothing was held for it" };
  if (session.status !== "expired" && !failed) return { ignored: "not ended" };
  const { reading } = await openRights(userId);
  const reservation = await findReservation(userId);
  const isHeld = reservation?.id === reservationId && reservation.state === "held";
  return { reading, writes: isHeld ? release({ userId, reservationId }) : [] };
}

/**
 * Stripe would keep the subscription, and collect its first invoice some day, from a customer who has nothing of it and
 * could not cancel it here.
 */
async function firstPaymentFailed({ subscription }: Stripe.Checkout.Session): Promise<EventWork> {
  const id = idOf(subscription);
  const opened = id === null ? undefined : await openSubscription(id);
  if (id === null || !opened) return { ignored: "not one of our subscriptions" };
  if (hasBegun(opened.own.facts)) return { ignored: "paid by now" };
  await endUnpaid(id);
  return {};
}
