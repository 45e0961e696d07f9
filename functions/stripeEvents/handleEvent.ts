import type Stripe from "stripe";
import { MINUTE, SECOND } from "#shared/instant.ts";
import { beginEvent, finishEvent, recordFailure } from "../payments/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { log } from "../platform/log.ts";
import { isLivemode } from "../platform/stripe.ts";
import { refusalOf } from "../platform/stripeRefusal.ts";
import { eventWork } from "./eventWork.ts";
import { carryOut, type EventWork } from "./work.ts";

/** Stripe delivers within seconds; what comes later was held up on its way, or failed before. */
const LATE = 15 * MINUTE;
/** What is handled of an affiliate's own account: what it can receive, and that it left the platform. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(["account.updated", "account.application.deauthorized"]);

/**
 * Records the event, fetches what it speaks of, writes its work in one transaction, mails, and marks it done.
 * What fails stays in the queue of open events with its reason; what comes twice, late or in another order
 * ends the same.
 * @returns whether it led to anything: false for what is not ours, needs nothing or is done already
 * @throws if its work could not be done
 */
export async function handleEvent(event: Stripe.Event, now: Date): Promise<boolean> {
  const ignore = (reason: string) => {
    log.info("event.ignored", { stripeEvent: event.id, type: event.type, reason });
    return false;
  };
  if (event.livemode !== (await isLivemode())) return ignore("other mode");
  // An affiliate's own account tells of itself; what else happens there is theirs.
  if (event.account && !OF_ACCOUNTS.has(event.type)) return ignore("another account's");
  if (!(await beginEvent(event, now))) return false;
  const age = now.getTime() - event.created * SECOND;
  if (age > LATE) log.warn("webhook.late", { stripeEvent: event.id, minutes: Math.round(age / MINUTE) });
  try {
    return await retryOnConflict(async (isFirst) => {
      const work = await orGone(() => eventWork(event, now, isFirst));
      const isOurs = !("ignored" in work) || ignore(work.ignored);
      await carryOut(work, [finishEvent(event, now)]);
      return isOurs;
    });
  } catch (error) {
    await tellFailure(event, error, now);
    throw error;
  }
}

/** Delivering again would not bring back what Stripe does not have. */
async function orGone(work: () => Promise<EventWork> | EventWork): Promise<EventWork> {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.code !== "resource_missing") throw error;
    return { ignored: `Stripe has no such object: ${refusal.message}` };
  }
}

/** The first reason is the one to report, also where not even this can be written. */
async function tellFailure(event: Stripe.Event, error: unknown, now: Date): Promise<void> {
  try {
    await recordFailure(event, describe(error), now);
  } catch (second) {
    log.error("event.failureNotRecorded", second, { stripeEvent: event.id });
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${describe(error.cause)})`;
}
