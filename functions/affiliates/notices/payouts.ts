import type { Mail, TemplateName } from "#shared/mail/mail.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import type { PayoutRequest } from "#shared/payouts/request.ts";
import type { PayoutStatus } from "#shared/payouts/states.ts";
import { inMoney, onDay } from "#shared/words.ts";
import { isNews } from "./news.ts";

/** Mails about a new or a rejected request. `payoutMails` mails an approval, when the payout's row changes. */
export function requestMails(before: PayoutRequest | undefined, after: PayoutRequest, now: Date): Mail[] {
  const { id, affiliateId, requestedCents, requestedAt, reason } = after;
  const common = { amount: inMoney(requestedCents), askedOn: onDay(requestedAt) };
  const to = { userId: affiliateId };
  if (before === undefined)
    return after.status === "pending" && isNews(requestedAt, now)
      ? [{ id: `payout-requested:${id}`, to, template: "payoutRequested", data: common }]
      : [];
  if (before.status === after.status || after.status !== "rejected") return [];
  const data = { ...common, reason: reason ?? "" };
  return [{ id: `payout-rejected:${id}`, to, template: "payoutRejected", data }];
}

type Step = { template: TemplateName; id: string };

/**
 * The mail for each state of a payout. A payout that is canceled before its approval needs no mail, because the mail
 * about the rejected request suffices. The ids contain no attempt, so a transfer that fails again is not mailed again.
 */
const STEPS: Readonly<Record<PayoutStatus, Step | null>> = {
  pending: null,
  approved: { template: "payoutApproved", id: "payout-approved" },
  processing: null,
  reconciling: null,
  failed: { template: "payoutFailed", id: "payout-failed" },
  paid: { template: "payoutPaid", id: "payout-paid" },
  canceled: { template: "payoutCanceled", id: "payout-canceled" },
};

/** A new payout sends no mail: the affiliate already got one about the request. */
export function payoutMails(before: Payout | undefined, after: Payout): Mail[] {
  if (before === undefined) return [];
  if (before.status === after.status) return reversalMails(before, after);
  const step = before.status === "pending" && after.status === "canceled" ? null : STEPS[after.status];
  if (step === null) return [];
  return [
    { id: `${step.id}:${after.id}`, to: toPayee(after), template: step.template, data: factsOf(after) },
  ];
}

const toPayee = ({ affiliateId }: Payout) => ({ userId: affiliateId });

const factsOf = ({ amountCents, requestedAt, reason, transferredAt, transferId }: Payout) => ({
  amount: inMoney(amountCents),
  askedOn: onDay(requestedAt),
  reason: reason ?? "",
  paidOn: transferredAt === null ? "" : onDay(transferredAt),
  transferId: transferId ?? "",
});

function reversalMails(before: Payout, after: Payout): Mail[] {
  const cents = after.reversedCents - before.reversedCents;
  if (cents <= 0) return [];
  return [
    {
      id: `payout-reversed:${after.id}:${after.reversalIds.length}`,
      to: toPayee(after),
      template: "payoutReversed",
      data: { ...factsOf(after), reversed: inMoney(cents) },
    },
  ];
}
