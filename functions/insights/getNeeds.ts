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
/** Without `cents` for a kind without money. */
type Waiting = { since: Instant; cents?: number | null };

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
    (await listOpenAlerts(which, LIMIT)).map(({ createdAt: since }) => ({ since }));
  const unsent = async (which: "waitingMail" | "expiredMail") =>
    (await listUnsent(which, LIMIT)).map((since) => ({ since }));
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
  /** The real number of payouts with a status, if more wait than were read. */
  const whole = (status: "pending" | "failed", read: readonly Payout[], left = 0) =>
    read.length < LIMIT ? {} : { count: counted(status) - left };
  const addresses = await addressesOf(sales.map(({ userId }) => userId));
  const unpayable = pending.filter(({ reason }) => reason !== null);
  const payable = pending.filter(({ reason }) => reason === null);
  const stopped = events.filter((event) => hasStopped(event, now));
  return {
    unknown,
    needs: [
      ...need(
        "withdrawal",
        withdrawals.map(({ receivedAt: since }) => ({ since })),
      ).map((first) => ({ ...first, due_by: answerBy(first.since) })),
      ...sales.flatMap(({ userId: user_id, paymentId: payment_id, ...sale }) =>
        need("unbookedSale", [sale], { payment_id, user_id, email: addresses.get(user_id) }),
      ),
      ...warnings.flatMap(({ paymentId: payment_id, email, ...payment }) =>
        need("fraudWarning", [payment], { payment_id, email }),
      ),
      ...need(
        "event",
        stopped.map(({ receivedAt: since }) => ({ since })),
      ),
      ...need("failedPayout", failed.map(waitingPayout), {
        ...reasonOf(failed),
        ...whole("failed", failed),
      }),
      ...need("unpayablePayout", unpayable.map(waitingPayout), reasonOf(unpayable)),
      ...need("unclearPayout", [...unanswered, ...abandoned].slice(0, LIMIT).map(waitingPayout), {
        status: unanswered.length > 0 ? "reconciling" : "processing",
      }),
      ...need("heldRun", left.held),
      ...need("skippedPayout", left.skipped, reasonOf(left.skipped)),
      ...need("payout", payable.map(waitingPayout), whole("pending", pending, unpayable.length)),
      ...need(
        "request",
        requests.map(({ requestedAt: since, requestedCents: cents }) => ({ since, cents })),
      ),
      ...need("alert", alerts),
      ...need("lowAlert", lowAlerts),
      ...need("waitingMail", mails, { mail_quota: quota ?? undefined }),
      ...need("expiredMail", expired),
    ],
  };
});

/** A payout has waited since its last attempt, or since its request if it is pending or was never attempted. */
const waitingPayout = ({ status, attempt, requestedAt, amountCents }: Payout): Waiting => ({
  since: (status === "pending" ? undefined : attempt?.triedAt) ?? requestedAt,
  cents: amountCents,
});

const reasonOf = ([first]: readonly { reason: string | null }[]) => ({ reason: first?.reason ?? undefined });

/** @param more the kind's own fields */
function need(kind: Need["kind"], waiting: readonly Waiting[], more: Partial<Need> = {}): Need[] {
  const [first] = waiting;
  if (first === undefined) return [];
  const isMoney = waiting.every(({ cents }) => cents != null);
  return [
    {
      kind,
      count: waiting.length,
      since: waiting.reduce((since, each) => (each.since < since ? each.since : since), first.since),
      amount_cents: isMoney ? waiting.reduce((sum, { cents }) => sum + (cents ?? 0), 0) : null,
      ...more,
    },
  ];
}
