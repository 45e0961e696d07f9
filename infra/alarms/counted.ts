import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import type { Access } from "../access/row.ts";
import { ACCESS, type FunctionId } from "../access.ts";
import { CONSUMER_IDS, SCHEDULED_IDS, STREAM_CONSUMER_IDS, TRIGGER_IDS } from "../events.ts";
import type { Scope } from "../scope.ts";
import type { Alarm, Metric } from "./alarm.ts";

/**
 * A metric from the functions' own log lines in CloudWatch's embedded metric format. With metric filters instead, a
 * first deployment would fail: CloudFormation creates all filters of a stack at once, and CloudWatch Logs rejects that
 * many requests ("Rate exceeded").
 */
type Count = {
  readonly id: string;
  /** Log events, and how much each adds to the metric. */
  readonly events: Readonly<Record<string, number>>;
  readonly functions: readonly FunctionId[];
};
type Counted = Count & {
  /** The alarm rings at this sum within five minutes. */
  readonly rings: number;
  readonly says: string;
  readonly section: string;
};

/** Endpoints that call Stripe. A failed call may still have moved money. */
const MONEY_ENDPOINTS = Object.keys(ENDPOINTS)
  .filter((id): id is EndpointId => id in ENDPOINTS)
  .filter((id) => {
    const access: Access = ACCESS[id];
    return access.stripe === true;
  });

/** Functions that log their own failures. Lambda does not count the failed messages and records of a consumer. */
const BACKGROUND = [...TRIGGER_IDS, ...CONSUMER_IDS, ...STREAM_CONSUMER_IDS, ...SCHEDULED_IDS];

/** Fewer failed runs do not ring. A failed trigger counts as this many, because a person cannot sign up or sign in. */
export const FAILED_RUNS_FLOOR = 5;

/** A bad stream record counts as this many failures, so that one among a million runs rings the alarm. */
const AT_ONCE = 1000;

/** Retries are normal, so the alarm compares failed runs with all runs (background.ts). */
export const FAILED_RUNS: Count = {
  id: "background/fails",
  events: {
    "trigger.failed": FAILED_RUNS_FLOOR,
    "message.failed": 1,
    "schedule.failed": 1,
    "change.failed": AT_ONCE,
  },
  functions: BACKGROUND,
};

/** Events that must ring although Lambda counts no failure. */
export const COUNTED: readonly Counted[] = [
  {
    id: "mail/waits",
    events: { "mail.expired": 1, "mail.late": 1 },
    functions: ["mail/deliver"],
    rings: 1,
    says: "A mail has waited for SES for an hour, or was dropped because it would come too late.",
    section: "mail-waits",
  },
  {
    id: "money/fails",
    // Stripe is sometimes unavailable for a moment, and callers retry.
    events: { "request.failed": 10, "stripe.unavailable": 1 },
    functions: MONEY_ENDPOINTS,
    rings: 10,
    says: "A call about money failed, or Stripe did not answer ten calls.",
    section: "a-money-call-fails",
  },
  {
    id: "stripe/late",
    // A single refusal may come from a stranger. With a wrong secret, the webhook refuses every event from Stripe.
    events: { "webhook.late": 4, "webhook.missed": 4, "webhook.refused": 1 },
    functions: [
      "stripeEvents/stripeWebhook",
      "reconciliation/reconcile",
      "reconciliation/resumeReconciliation",
      "reconciliation/sweepReservations",
    ],
    rings: 4,
    says: "A Stripe event arrived more than 15 minutes late or not at all, or four events with a wrong signature were refused.",
    section: "stripes-events-come-late-or-not-at-all",
  },
  {
    id: "books/differ",
    events: {
      "reconcile.notMended": 1,
      "reservation.notSettled": 1,
      "refund.notFinished": 1,
      "settlement.notFinished": 1,
      "ledger.differs": 1,
      "ledger.notCompared": 1,
    },
    functions: [
      "affiliates/checkLedger",
      "reconciliation/reconcile",
      "reconciliation/resumeReconciliation",
      "reconciliation/sweepReservations",
    ],
    rings: 1,
    says: "The check of an affiliate's ledger failed or found a difference, or the shop could not compare or repair an object at Stripe, settle a reservation, or finish a refund or settlement.",
    section: "the-books-differ",
  },
  {
    id: "offer/oversell",
    events: { "offer.oversellRefused": 1 },
    functions: [
      "stripeEvents/getCheckout",
      "stripeEvents/stripeWebhook",
      "reconciliation/replayEvent",
      "reconciliation/reconcile",
      "reconciliation/resumeReconciliation",
      "reconciliation/sweepReservations",
      "reconciliation/syncCustomer",
    ],
    rings: 1,
    says: "A customer paid for a unit of the limited offer when none was left; the payment is being refunded.",
    section: "the-offer-would-have-been-oversold",
  },
  {
    id: "payouts/failed",
    events: { "payout.failed": 1, "payout.refused": 1 },
    functions: ["payouts/pay", "payouts/transfer"],
    rings: 1,
    says: "A payout to an affiliate failed, or Stripe refused its transfer.",
    section: "a-payout-failed",
  },
  {
    id: "operator/new-place",
    events: { "operator.newPlace": 1, "operator.factorChanged": 1 },
    functions: ["accounts/startOperatorSession"],
    rings: 1,
    says: "An operator signed in from a new device or country, or with a new second factor.",
    section: "an-operator-signed-in-from-a-new-place",
  },
];

export const COUNTS: readonly Count[] = [FAILED_RUNS, ...COUNTED];

export const countedMetric = ({ names }: Scope, id: string): Metric => ({
  namespace: names.prefix,
  name: id,
  statistic: "Sum",
});

/**
 * The metrics that a function logs for its events (functions/platform/count.ts). A stage without alarms has none. Whole
 * metric documents would fill half of the 4 KB that Lambda allows for a function's variables.
 */
export function countsOf({ names, settings }: Scope, fn: FunctionId): Readonly<Record<string, string>> {
  if (!settings.alarms) return {};
  const values = COUNTS.filter(({ functions }) => functions.includes(fn)).flatMap(({ id, events }) =>
    Object.entries(events).map(([event, value]) => [event, { [id]: value }]),
  );
  if (values.length === 0) return {};
  const counted = { namespace: names.prefix, values: Object.fromEntries(values) };
  return { COUNTED_EVENTS: JSON.stringify(counted) };
}

export function countedAlarms(scope: Scope): Alarm[] {
  return COUNTED.map(({ id, rings, says, section }) => ({
    id,
    says,
    section,
    metrics: [countedMetric(scope, id)],
    rings: { from: rings },
    minutes: 5,
  }));
}
