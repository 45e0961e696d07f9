import { BASE_PLAN, CATALOG, periodOf } from "#shared/catalog/catalog.ts";
import { DAY, MINUTE, SECOND, toEpochSeconds } from "#shared/instant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { renews } from "#shared/subscriptions/subscription.ts";
import { atTimeOf, inMoney } from "#shared/words.ts";
import { listOwnSubscriptions, type SeenSubscription } from "../payments/index.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { enqueue } from "../platform/queue.ts";
import { stripe } from "../platform/stripe.ts";

/** When we announce the renewal of a plan longer than a month, in days before it. */
const ANNOUNCED = [30, 7];
/** Three consecutive runs find the same renewals. The mails' ids prevent duplicates. */
const WINDOW = (15 * MINUTE) / SECOND;

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

const isAnnounced = ({ facts, collection }: SeenSubscription): boolean =>
  facts.plan !== undefined &&
  renews(facts) &&
  facts.next_plan === undefined &&
  collection.pausedBy === "nobody";

export async function renewalMail(
  { userId, facts }: Pick<SeenSubscription, "userId" | "facts">,
  template: "renewalAfterPause" | "renewalAhead",
  which = "",
): Promise<Mail> {
  const { subscription_id, current_period_end: at, payment_method_brand: brand } = facts;
  const { invoices } = await stripe();
  const { amount_due, currency } = await invoices.createPreview({ subscription: subscription_id });
  const card = `${brand?.charAt(0).toUpperCase()}${brand?.slice(1)} ending ${facts.payment_method_last4}`;
  return {
    id: `${template === "renewalAhead" ? "renewal-ahead" : "renewal-after-pause"}:${subscription_id}:${at}${which}`,
    to: { userId },
    template,
    data: {
      amount: inMoney(amount_due, currency),
      card: brand === null ? "payment method" : card,
      chargedOn: atTimeOf(at),
      period: periodOf(CATALOG[facts.plan ?? BASE_PLAN]),
    },
  };
}
