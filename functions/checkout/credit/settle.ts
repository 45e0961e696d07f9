import type Stripe from "stripe";
import type { Grant } from "#shared/grants/grant.ts";
import { SECOND } from "#shared/instant.ts";
import { needsPayment, seatsOf } from "#shared/subscriptions/subscription.ts";
import { keyIsOf } from "../../grants/index.ts";
import {
  AFTER_LIFETIME,
  creditOfSession,
  END_COMMENTS,
  fetchPaymentOf,
  giveBack,
  idOf,
  type OwnPayment,
} from "../../payments/index.ts";
import { endSubscription } from "../../platform/changeAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";
import { grantOf, isStillCreditable } from "./find.ts";

/** If the subscription changed or its payment was returned, the credit is invalid, and the license is not sold. */
export async function isCreditOver(
  session: Stripe.Checkout.Session,
  { paidAt }: OwnPayment,
): Promise<boolean> {
  const credit = creditOfSession(session);
  return (
    credit !== undefined &&
    !(await isStillCreditable(credit.subscription, credit.period, paidAt.getTime() / SECOND))
  );
}

/** The grant whose key the license takes over, so that the application keeps working. */
export function takenOver(session: Stripe.Checkout.Session, grants: Grant[]): Grant | undefined {
  const credit = creditOfSession(session);
  const grant = credit ? grantOf(grants, credit.subscription) : grants.find(isUnpaid);
  return grant?.entitlement.active && keyIsOf(grant, grants) ? grant : undefined;
}

/** Excludes teams, because a team's keys depend on the subscription. */
const isUnpaid = ({ subscription }: Grant): boolean =>
  subscription !== null &&
  seatsOf(subscription) === 1 &&
  (needsPayment(subscription.subscription_status) || subscription.renewal_pending === true);

/** Ends the credited subscription and refunds a renewal that was charged after the license was paid. Idempotent. */
export async function endCredited(
  session: Stripe.Checkout.Session,
  { reading, paidAt }: OwnPayment,
): Promise<void> {
  const credit = creditOfSession(session);
  if (credit === undefined) return;
  await endSubscription(credit.subscription, END_COMMENTS.credited);
  const { items, latest_invoice } = await (await stripe()).subscriptions.retrieve(credit.subscription);
  const start = items.data[0]?.current_period_start ?? 0;
  const invoice = idOf(latest_invoice);
  if (start === credit.period || start < paidAt.getTime() / SECOND || invoice === null) return;
  const renewal = await fetchPaymentOf(reading, invoice);
  if (renewal) await giveBack(renewal, AFTER_LIFETIME);
}
