import { AppError } from "#shared/errors.ts";
import type { Subscription } from "#shared/subscriptions/subscription.ts";
import { listGrants, ongoingSubscriptions, ownsLifetime } from "../../grants/index.ts";
import { NEXT_PLAN } from "../../payments/index.ts";
import { env } from "../../platform/env.ts";
import { stripe } from "../../platform/stripe.ts";
import { planNext } from "../plans/planChange.ts";
import { stored } from "../plans/preview.ts";
import { setCancelAtPeriodEnd } from "./setCancelAtPeriodEnd.ts";

/**
 * Lets the customer's subscription end with its period, or takes that back, and writes down what Stripe then
 * says: the page shows it at once, the webhook that follows finds nothing to change.
 * @throws NOT_FOUND if there is no subscription that can be ended or kept; ALREADY_OWNED for keeping one
 * beside a lifetime license
 */
export async function scheduleEnd(userId: string, cancel: boolean, now: Date): Promise<Subscription> {
  const grants = await listGrants(userId);
  const ongoing = ongoingSubscriptions(grants)[0];
  if (!ongoing) throw nothingToChange();
  if (!cancel && ownsLifetime(grants))
    throw new AppError(
      "ALREADY_OWNED",
      "You own a lifetime license, so your subscription ends with its period.",
    );
  const isOngoingStill = await setCancelAtPeriodEnd(ongoing.subscription_id, cancel);
  if (isOngoingStill && !cancel) await planAgain(ongoing);
  const after = await stored(userId, ongoing, now);
  if (!isOngoingStill) throw nothingToChange();
  return after;
}

/** Canceling released the schedule of a planned change; the subscription's metadata still says it. */
async function planAgain(ongoing: Subscription): Promise<void> {
  const { subscriptions } = await stripe();
  const { metadata, schedule } = await subscriptions.retrieve(ongoing.subscription_id);
  const isPlanned =
    metadata[NEXT_PLAN] === "monthly" && metadata.nextPlanAt === String(ongoing.current_period_end);
  if (isPlanned && schedule === null) await planNext(ongoing, env("PRICE_MONTHLY"), "monthly");
}

const nothingToChange = () => new AppError("NOT_FOUND", "There is no subscription to change.");
