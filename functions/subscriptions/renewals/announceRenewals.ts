import { DAY, MINUTE, SECOND, toEpochSeconds } from "#shared/instant.ts";
import { renews } from "#shared/subscriptions/subscription.ts";
import { listOwnSubscriptions, type SeenSubscription } from "../../payments/index.ts";
import { env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import { enqueue } from "../../platform/queue.ts";
import { renewalMail } from "./renewalMail.ts";

/** Before a renewal of a plan that is longer than a month. */
const ANNOUNCED = [30, 7];
/** Three runs in a row ask for the same mail, which is sent once. */
const WINDOW = (15 * MINUTE) / SECOND;

/** Mails the customers whose renewal of a longer plan is so many days away. @returns for how many */
export async function announceRenewals(now: Date): Promise<number> {
  let told = 0;
  for (const days of ANNOUNCED)
    try {
      const lte = toEpochSeconds(now.toISOString()) + (days * DAY) / SECOND;
      const { subscriptions } = await listOwnSubscriptions({
        status: "active",
        current_period_end: { gt: lte - WINDOW, lte },
        limit: 100,
      });
      const mails = subscriptions
        .filter(isAnnounced)
        .map((seen) => renewalMail(seen, "renewalAhead", `:${days}`));
      if (mails.length > 0) await enqueue(env("MAIL_QUEUE_URL"), await Promise.all(mails));
      told += mails.length;
    } catch (error) {
      log.error("renewals.notAnnounced", error);
    }
  return told;
}

/** The same plan is charged again next, and for more than a month. */
const isAnnounced = ({ facts, collection }: SeenSubscription): boolean =>
  facts.plan !== undefined &&
  renews(facts) &&
  facts.next_plan === undefined &&
  collection.pausedBy === "nobody";
