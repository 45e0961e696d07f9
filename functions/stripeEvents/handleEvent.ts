import type Stripe from "stripe";
import { AppError } from "#shared/errors.ts";
import { beginEvent, finishEvent, recordFailure } from "../payments/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { log } from "../platform/log.ts";
import { isLivemode, isStripeAway } from "../platform/stripe.ts";
import { refusalOf } from "../platform/stripeRefusal.ts";
import { checkoutCompleted } from "./checkoutCompleted.ts";
import { checkoutEnded } from "./checkoutEnded.ts";
import { customerDeleted, customerUpdated } from "./customerChanged.ts";
import { invoicePaid } from "./invoicePaid.ts";
import { invoiceUnpaid } from "./invoiceUnpaid.ts";
import { disputeChanged, fraudWarned, refundChanged } from "./paymentChanged.ts";
import { subscriptionChanged } from "./subscriptionChanged.ts";
import { carryOut, type EventWork } from "./work.ts";

const OF_ACCOUNTS: ReadonlySet<string> = new Set(["account.updated", "account.application.deauthorized"]);

/**
 * Stores the event, fetches its object, writes its work in one transaction, queues the mails and marks it done. A
 * failed event stays in the open queue with its reason. Repeated, late or reordered events give the same result.
 * @returns false if the event is not ours, needs nothing or is already done
 * @throws if its work failed
 */
export async function handleEvent(event: Stripe.Event, now: Date): Promise<boolean> {
  const ignore = (reason: string) => {
    log.info("event.ignored", { stripeEvent: event.id, type: event.type, reason });
    return false;
  };
  if (event.livemode !== (await isLivemode())) return ignore("other mode");
  if (event.account && !OF_ACCOUNTS.has(event.type)) return ignore("not an event for our account");
  if (!(await beginEvent(event, now))) return false;
  try {
    return await retryOnConflict(async (isFirst) => {
      const work = await orGone(() => eventWork(event, now, isFirst));
      const isOurs = !("ignored" in work) || ignore(work.ignored);
      await carryOut(work, [finishEvent(event, now, "ignored" in work ? null : work.userId)]);
      return isOurs;
    });
  } catch (error) {
    await tellFailure(event, error, now);
    throw error;
  }
}

function eventWork(event: Stripe.Event, now: Date, isFirst: boolean): Promise<EventWork> | EventWork {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return checkoutCompleted(event.data.object.id, now, isFirst);
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return checkoutEnded(event.data.object.id, now);
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return subscriptionChanged(event, now);
    case "customer.deleted":
      return customerDeleted(event, now);
    case "customer.updated":
      return customerUpdated(event);
    case "invoice.paid":
      return invoicePaid(event.data.object.id ?? "", now);
    case "invoice.payment_failed":
    case "invoice.payment_action_required":
      return invoiceUnpaid(event, now);
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return refundChanged(event, now);
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
      return disputeChanged(event, now);
    case "radar.early_fraud_warning.created":
      return fraudWarned(event);
    case "account.updated":
      return { payouts: [{ kind: "account", accountId: event.data.object.id }] };
    // The event's object is the application that lost access. Only the event itself names the account.
    case "account.application.deauthorized":
      return event.account
        ? { payouts: [{ kind: "account", accountId: event.account }] }
        : { ignored: "names no account" };
    case "transfer.reversed":
      return { payouts: [{ kind: "reversal", transferId: event.data.object.id }] };
    default:
      return { ignored: "no work for this type" };
  }
}

/** Ignores an event whose object was deleted at Stripe: another delivery would not find the object either. */
async function orGone(work: () => Promise<EventWork> | EventWork): Promise<EventWork> {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.code !== "resource_missing") throw error;
    return { ignored: `Stripe has no such object: ${refusal.message}` };
  }
}

/** Does not throw, so that the caller can throw the error of the event's work. */
async function tellFailure(event: Stripe.Event, error: unknown, now: Date): Promise<void> {
  try {
    await recordFailure(event, describe(error), now);
  } catch (second) {
    log.error("event.failureNotRecorded", second, { stripeEvent: event.id });
  }
}

/** Names what did not answer, because the errors' own words do not. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isStripeAway(error)) return `Stripe did not answer (${error.message})`;
  const isDatabase = error instanceof AppError && error.code === "DATABASE_ERROR";
  const said = isDatabase ? "The database did not respond" : error.message;
  return error.cause === undefined ? said : `${said} (${describe(error.cause)})`;
}
