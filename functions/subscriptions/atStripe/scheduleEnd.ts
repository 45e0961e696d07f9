import { SUBSCRIPTION_PLANS } from "#shared/catalog/catalog.ts";
import { AppError } from "#shared/errors.ts";
import type { LeavingReason } from "#shared/subscriptions/leaving.ts";
import type { Subscription } from "#shared/subscriptions/subscription.ts";
import { isFinal, listGrants, ongoingSubscriptions, ownsLifetime } from "../../grants/index.ts";
import { isRenewalPending, NEXT_PLAN } from "../../payments/index.ts";
import { updateSubscription } from "../../platform/changeAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";
import { planNext } from "../plans/planChange.ts";
import { stored } from "../plans/preview.ts";
import { setCancelAtPeriodEnd } from "./setCancelAtPeriodEnd.ts";
import { endAs, stopDraft } from "./steer.ts";

/**
 * Cancels the customer's subscription at the period's end, or undoes that. Stores Stripe's answer, so that the page
 * shows the change immediately and the webhook finds nothing to change.
 * @throws NOT_FOUND without an ongoing subscription. An undo also throws ALREADY_OWNED for the owner of a lifetime
 * license, and CONFLICT after a lost dispute
 */
export async function scheduleEnd(
  userId: string,
  cancel: boolean,
  now: Date,
  reason?: LeavingReason,
): Promise<Subscription> {
  const grants = await listGrants(userId);
  const ongoing = ongoingSubscriptions(grants)[0];
  if (!ongoing) throw nothingToChange();
  if (!cancel && ownsLifetime(grants))
    throw new AppError(
      "ALREADY_OWNED",
      "You own a lifetime license, so your subscription ends when its current period is over.",
    );
  if (!cancel && isFinal(grants))
    throw new AppError(
      "CONFLICT",
      "A dispute over an earlier payment was lost, so the subscription ends when its current period is over.",
    );
  const isOngoingStill = await setCancelAtPeriodEnd(ongoing.subscription_id, cancel, reason);
  if (isOngoingStill && !cancel) await planAgain(ongoing);
  const after = await stored(userId, ongoing, now);
  if (!isOngoingStill) throw nothingToChange();
  return after;
}

/**
 * Cancels the customer's subscription, usually at the period's end. While the renewal's invoice is still a draft, the
 * paid period is over: the subscription then ends now, and nothing is charged.
 * @param endsToday whether the page announced an end today
 * @throws NOT_FOUND without a subscription; CONFLICT if the renewal was charged in the meantime
 */
export async function cancelFor(
  userId: string,
  endsToday: boolean,
  now: Date,
  reason?: LeavingReason,
): Promise<Subscription> {
  const [ongoing] = ongoingSubscriptions(await listGrants(userId));
  if (!ongoing) throw nothingToChange();
  const id = ongoing.subscription_id;
  const seen = await (await stripe()).subscriptions.retrieve(id, { expand: ["latest_invoice"] });
  const { latest_invoice: latest } = seen;
  if (isRenewalPending(seen) && latest !== null && typeof latest !== "string") {
    // Stops the draft first. Otherwise Stripe could charge the renewal of a subscription that is ending.
    if (!(await stopDraft(latest))) throw chargedMeanwhile();
    if (reason) await updateSubscription(id, { cancellation_details: { feedback: reason } });
    await endAs(id, "canceled");
    return stored(userId, ongoing, now);
  }
  if (endsToday && seen.status === "active") throw chargedMeanwhile();
  return scheduleEnd(userId, true, now, reason);
}

/** Restores a planned change of plan. Canceling released its schedule, but the metadata still names the plan. */
async function planAgain(ongoing: Subscription): Promise<void> {
  const { subscriptions } = await stripe();
  const { metadata, schedule } = await subscriptions.retrieve(ongoing.subscription_id);
  const plan = SUBSCRIPTION_PLANS.find((each) => each === metadata[NEXT_PLAN]);
  const isPlanned = schedule === null && metadata.nextPlanAt === String(ongoing.current_period_end);
  if (plan && isPlanned) await planNext(ongoing, metadata.nextPlanPrice ?? "", plan);
}

const chargedMeanwhile = () =>
  new AppError("CONFLICT", "Your renewal has been charged in the meantime. Load the page again.");
const nothingToChange = () => new AppError("NOT_FOUND", "There is no subscription to change.");
