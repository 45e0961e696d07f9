import { paymentOn } from "../../payments/index.ts";
import { stripe } from "../../platform/stripe.ts";
import { findReservation } from "../../promotions/index.ts";

/** Whether the payment for a held unit is pending, or has succeeded without the sale being stored yet. */
export async function isPaymentUnderWay(userId: string): Promise<boolean> {
  const reservation = await findReservation(userId);
  if (reservation?.state !== "held" || reservation.sessionId === null) return false;
  const session = await (await stripe()).checkout.sessions.retrieve(reservation.sessionId, {
    expand: ["payment_intent"],
  });
  const payment = paymentOn(session);
  return payment === "under way" || payment === "paid";
}
