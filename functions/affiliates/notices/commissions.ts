import { type Commission, worthOf } from "#shared/affiliates/commission.ts";
import { availableFrom } from "#shared/affiliates/release.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { atTime, inMoney, onDay } from "#shared/words.ts";
import { SELF_REFERRAL } from "../feed/reasonRules.ts";
import { isNews } from "./news.ts";

export function commissionMails(before: Commission | undefined, after: Commission, now: Date): Mail[] {
  if (before === undefined)
    return isWorthTelling(after) && isNews(after.updatedAt, now) ? [firstMail(after)] : [];
  const taken = takenFrom(after) - takenFrom(before);
  if (taken > 0) return [takenBackMail(before, after, taken)];
  return taken < 0 ? [restoredMail(before, after, -taken)] : [];
}

const takenFrom = ({ reversedCents, debtCents }: Commission): number => reversedCents + debtCents;

const isWorthTelling = (commission: Commission): boolean =>
  commission.isFirstEarned && commission.selfReferral === null && worthOf(commission) > 0;

const sale = ({ baseCents, product, paidAt }: Commission): Record<string, string> => ({
  sale: `${inMoney(baseCents)} before tax for a ${product === "lifetime" ? "lifetime license" : "subscription"} on ${onDay(paidAt)}`,
});

function firstMail(commission: Commission): Mail {
  const { affiliateId, matureAt } = commission;
  return {
    id: `first-commission:${affiliateId}`,
    to: { userId: affiliateId },
    template: "affiliateFirstCommission",
    data: {
      ...sale(commission),
      amount: inMoney(worthOf(commission)),
      payableOn: atTime(availableFrom(matureAt)),
    },
  };
}

function takenBackMail(before: Commission, after: Commission, cents: number): Mail {
  const { affiliateId, id, version, earnedCents } = after;
  return {
    id: `commission-taken-back:${id}:${version}`,
    to: { userId: affiliateId },
    template: "commissionTakenBack",
    data: {
      ...sale(after),
      cause: causeOf(before, after),
      amount: inMoney(cents),
      earned: inMoney(earnedCents),
      effect: effectOf(after, cents),
    },
  };
}

function causeOf(before: Commission, after: Commission): string {
  if (after.selfReferral !== null && before.selfReferral === null)
    return `${SELF_REFERRAL[after.selfReferral]} Such a purchase earns no commission.`;
  const isDispute = idsOf(after, before).some(isDisputeId);
  return isDispute
    ? "The customer's bank decided a dispute over this payment in the customer's favor."
    : "The customer got a refund.";
}

const idsOf = (first: Commission, second: Commission): string[] =>
  first.takenBackBy.filter((id) => !second.takenBackBy.includes(id));

/** Stripe's prefixes for disputes. Refunds have `re_` or `pyr_`. */
const isDisputeId = (id: string): boolean => /^d[pu]_/.test(id);

function effectOf({ payoutId }: Commission, cents: number): string {
  if (payoutId !== null)
    return `The commission had already gone into a payout, and that payout stays as it is. Your available balance is ${inMoney(cents)} lower instead. If your balance falls below zero, your next commissions make up for the difference.`;
  return `The commission was not part of a payout yet, so your earnings are ${inMoney(cents)} lower.`;
}

function restoredMail(before: Commission, after: Commission, cents: number): Mail {
  const { affiliateId, id, version } = after;
  const isDispute = idsOf(before, after).some(isDisputeId);
  return {
    id: `commission-restored:${id}:${version}`,
    to: { userId: affiliateId },
    template: "commissionRestored",
    data: {
      ...sale(after),
      cause: isDispute
        ? "The customer's bank decided the dispute over this payment in our favor after all."
        : "A refund of this payment did not go through.",
      amount: inMoney(cents),
    },
  };
}
