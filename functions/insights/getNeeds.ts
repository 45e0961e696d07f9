import { getNeeds, MAX_NEEDS, type Need } from "#shared/insights/needs.ts";
import type { Instant } from "#shared/instant.ts";
import { hasStopped } from "#shared/payments/openEvents.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { answerBy } from "#shared/refunds/withdrawal.ts";
import { http } from "../http/index.ts";
import { listUnsent, readToldQuota } from "../mail/index.ts";
import { listOpenEvents, openFraudWarnings, unbookedSales } from "../payments/index.ts";
import {
  countPayouts,
  isAbandoned,
  listLeft,
  listUncalculated,
  walkPayouts,
  whyNotPayable,
} from "../payouts/index.ts";
import { log } from "../platform/log.ts";
import { getAffiliates } from "../referrals/index.ts";
import { listOpenWithdrawals } from "../refunds/index.ts";
import { listOpenAlerts } from "../security/index.ts";
import { addressesOf } from "../users/index.ts";

const LIMIT = MAX_NEEDS + 1;
type Waiting = { since: Instant; cents: number | null };

export const handler = http(getNeeds)(async ({ now }) => {
  const unknown: Need["kind"][] = [];
  /** Lists the rest of the work even if Stripe does not answer. */
  const orUnknown = <T>(kind: Need["kind"], asked: Promise<T[]>): Promise<T[]> =>
    asked.catch((error: unknown) => {
      log.error("needs.unknown", error, { kind });
      unknown.push(kind);
      return [];
    });
  const payouts = async (status: Payout["status"], isWaiting: (payout: Payout) => boolean = () => true) =>
    (await walkPayouts(status, null, LIMIT)).rows.filter(isWaiting);
  const pendingPayouts = async () => {
    const pending = await payouts("pending");
    const affiliates = await getAffiliates(pending.map(({ affiliateId }) => affiliateId));
    return pending.map((payout) => ({
      ...payout,
      reason: whyNotPayable(affiliates.get(payout.affiliateId)),
    }));
  };
  const openAlerts = async (which: "low" | "others") =>
    (await listOpenAlerts(which, LIMIT)).map(({ createdAt }): Waiting => ({ since: createdAt, cents: null }));
  const unsent = async (which: "waitingMail" | "expiredMail") =>
    (await listUnsent(which, LIMIT)).map((since): Waiting => ({ since, cents: null }));
  const [
    withdrawals,
    sales,
    warnings,
    { events },
    pending,
    failed,
    unanswered,
    abandoned,
    left,
    requests,
    alerts,
    lowAlerts,
    mails,
    expired,
    quota,
    counted,
  ] = await Promise.all([
    listOpenWithdrawals(LIMIT),
    orUnknown("unbookedSale", unbookedSales(now)),
    orUnknown("fraudWarning", openFraudWarnings(now)),
    listOpenEvents(undefined, LIMIT),
    pendingPayouts(),
    payouts("failed"),
    payouts("reconciling"),
    payouts("processing", (payout) => isAbandoned(payout, now)),
    listLeft(LIMIT),
    listUncalculated(LIMIT),
    openAlerts("others"),
    openAlerts("low"),
    unsent("waitingMail"),
    unsent("expiredMail"),
    readToldQuota(),
    countPayouts(),
  ]);
  const unpayable = pending.filter(({ reason }) => reason !== null);
  /** The real number of payouts with a status, if more wait than were read. */
  const whole = (status: "pending" | "failed", read: readonly Payout[], left = 0) =>
    read.length < LIMIT ? {} : { count: counted(status) - left };
  const addresses = await addressesOf(sales.map(({ userId }) => userId));
  return {
    unknown,
    needs: [
      ...need(
        "withdrawal",
        withdrawals.map(({ receivedAt }) => ({ since: receivedAt, cents: null })),
      ).map((first) => ({ ...first, due_by: answerBy(first.since) })),
      ...sales.flatMap(({ userId, paymentId, ...sale }) =>
        need("unbookedSale", [sale]).map((first) => ({
          ...first,
          payment_id: paymentId,
          user_id: userId,
          email: addresses.get(userId),
        })),
      ),
      ...warnings.flatMap(({ paymentId, email, ...payment }) =>
        need("fraudWarning", [payment]).map((first) => ({ ...first, payment_id: paymentId, email })),
      ),
      ...need(
        "event",
        events
          .filter((event) => hasStopped(event, now))
          .map(({ receivedAt }) => ({ since: receivedAt, cents: null })),
      ),
      ...needOfUnpaid("failedPayout", failed).map((first) => ({ ...first, ...whole("failed", failed) })),
      ...needOfUnpaid("unpayablePayout", unpayable),
      ...need("unclearPayout", [...unanswered, ...abandoned].slice(0, LIMIT).map(waitingPayout)).map(
        (unclear) => ({
          ...unclear,
          status: unanswered.length > 0 ? ("reconciling" as const) : ("processing" as const),
        }),
      ),
      ...need("heldRun", left.held),
      ...need("skippedPayout", left.skipped).map((first) => ({
        ...first,
        reason: left.skipped[0]?.reason ?? undefined,
      })),
      ...need("payout", pending.filter(({ reason }) => reason === null).map(waitingPayout)).map((first) => ({
        ...first,
        ...whole("pending", pending, unpayable.length),
      })),
      ...need(
        "request",
        requests.map(({ requestedAt, requestedCents }) => ({
          since: requestedAt,
          cents: requestedCents,
        })),
      ),
      ...need("alert", alerts),
      ...need("lowAlert", lowAlerts),
      ...need("waitingMail", mails).map((first) => ({ ...first, ...(quota && { mail_quota: quota }) })),
      ...need("expiredMail", expired),
    ],
  };
});

/** A payout has waited since its last attempt, or since its request if it is pending or was never attempted. */
const waitingPayout = ({ status, attempt, requestedAt, amountCents }: Payout): Waiting => ({
  since: (status === "pending" ? undefined : attempt?.triedAt) ?? requestedAt,
  cents: amountCents,
});

const needOfUnpaid = (kind: "failedPayout" | "unpayablePayout", unpaid: readonly Payout[]): Need[] =>
  need(kind, unpaid.map(waitingPayout)).map((first) => ({
    ...first,
    reason: unpaid[0]?.reason ?? undefined,
  }));

function need(kind: Need["kind"], waiting: readonly Waiting[]): Need[] {
  const [first] = waiting;
  if (first === undefined) return [];
  const isMoney = waiting.every(({ cents }) => cents !== null);
  return [
    {
      kind,
      count: waiting.length,
      since: waiting.reduce((since, each) => (each.since < since ? each.since : since), first.since),
      amount_cents: isMoney ? waiting.reduce((sum, { cents }) => sum + (cents ?? 0), 0) : null,
    },
  ];
}
