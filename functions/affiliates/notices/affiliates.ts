import { type Affiliate, shownReferralCode } from "#shared/affiliates/affiliate.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { onDay } from "#shared/words.ts";
import { isNews } from "./news.ts";

export function affiliateMails(before: Affiliate | undefined, after: Affiliate, now: Date): Mail[] {
  if (before === undefined) return isNews(after.joinedAt, now) ? [welcome(after)] : [];
  return [...decisionMails(before, after), ...accountMails(before, after)];
}

function welcome(affiliate: Affiliate): Mail {
  const { affiliateId, rateBasisPoints, joinedAt } = affiliate;
  return {
    id: `affiliate-welcome:${affiliateId}`,
    to: { userId: affiliateId },
    template: "affiliateWelcome",
    data: {
      code: shownReferralCode(affiliate),
      rate: `${rateBasisPoints / 100}%`,
      joinedOn: onDay(joinedAt),
    },
  };
}

/** Mails about our decision. An account's deletion also suspends its affiliate, but without a decision. */
function decisionMails(before: Affiliate, { affiliateId, status, decidedAt }: Affiliate): Mail[] {
  if (decidedAt === undefined || decidedAt === before.decidedAt || status === before.status) return [];
  return [
    {
      id: `affiliate-${status}:${affiliateId}:${decidedAt}`,
      to: { userId: affiliateId },
      template: status === "active" ? "affiliateReactivated" : "affiliateSuspended",
      data: { decidedOn: onDay(decidedAt) },
    },
  ];
}

/** Mails only if Stripe can no longer pay an account. During the first setup, the owner is at Stripe anyway. */
function accountMails(before: Affiliate, after: Affiliate): Mail[] {
  const { affiliateId, stripeAccountId, payoutsEnabled, accountReadings = 0 } = after;
  if (stripeAccountId === undefined || stripeAccountId !== before.stripeAccountId) return [];
  if (!before.payoutsEnabled || payoutsEnabled) return [];
  return [
    {
      id: `affiliate-account:${affiliateId}:${accountReadings}`,
      to: { userId: affiliateId },
      template: "affiliateAccountIncomplete",
      data: {},
    },
  ];
}
