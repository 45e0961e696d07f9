import { renews } from "#shared/billing/subscription.ts";
import { DAY, SECOND, toEpochSeconds } from "#shared/instant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { atTimeOf, inMoney } from "#shared/words.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { stripe } from "../../platform/stripe.ts";
import { listOwnSubscriptions, type SeenSubscription } from "../facts/stripeFacts.ts";

/** What the next renewal takes, from which card, and when. */
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
    },
  };
}

/** Days before a yearly renewal. */
const ANNOUNCED = [30, 7];
/** A night's run may fail: so many nights in a row ask for the mail, which is sent once. */
const NIGHTS = 3;

/** Mails the customers whose yearly renewal is due so soon. */
export async function announceRenewals(now: Date): Promise<void> {
  for (const days of ANNOUNCED) {
    const lte = toEpochSeconds(new Date(now.getTime() + days * DAY).toISOString());
    const due = { gt: lte - (NIGHTS * DAY) / SECOND, lte };
    let after: string | undefined;
    do {
      const { page, subscriptions } = await listOwnSubscriptions({
        status: "active",
        current_period_end: due,
        limit: 100,
        ...(after === undefined ? {} : { starting_after: after }),
      });
      for (const seen of subscriptions.filter(isYear))
        await enqueue(env("MAIL_QUEUE_URL"), [await renewalMail(seen, "renewalAhead", `:${days}`)]);
      after = page.has_more ? page.data.at(-1)?.id : undefined;
    } while (after !== undefined);
  }
}

/** Another year is charged next. */
const isYear = ({ facts, collection }: SeenSubscription): boolean =>
  facts.plan === "yearly" &&
  renews(facts) &&
  facts.next_plan === undefined &&
  collection.pausedBy === "nobody";
