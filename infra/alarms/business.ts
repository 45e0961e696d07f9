import type { FunctionId } from "../access.ts";
import { API_STAGE } from "../gate.ts";
import { published } from "../parameters.ts";
import type { Scope } from "../scope.ts";
import { TABLES } from "../tables.ts";
import type { Alarm, Metric } from "./alarm.ts";
import { countWord } from "./words.ts";

type Word = {
  readonly id: string;
  /** The name of a log event. */
  readonly word: string;
  /** Whose logs have it. */
  readonly functions: readonly [FunctionId, ...FunctionId[]];
  readonly says: string;
  readonly section: string;
};

/** What must not happen even once, and is no error of a function. */
export const WORDS: readonly Word[] = [
  {
    id: "stripe/events-fail",
    word: "request.failed",
    functions: ["billing/stripeWebhook"],
    says: "An event of Stripe's could not be handled.",
    section: "stripes-events-fail-or-come-late",
  },
  {
    id: "stripe/events-late",
    word: "webhook.late",
    functions: ["billing/stripeWebhook"],
    says: "An event of Stripe's came more than 15 minutes after it happened.",
    section: "stripes-events-fail-or-come-late",
  },
  {
    id: "stripe/differs",
    word: "reconcile.notMended",
    functions: ["billing/reconcile", "billing/resumeReconciliation"],
    says: "The nightly comparison with Stripe found a difference that it could not mend.",
    section: "the-nightly-comparison-could-not-mend",
  },
  {
    id: "ledger/differs",
    word: "ledger.differs",
    functions: ["affiliates/checkLedger"],
    says: "An affiliate's balance is not what the ledger, the payouts or Stripe's transfers say.",
    section: "the-affiliates-ledger-differs",
  },
  {
    id: "offer/oversell",
    word: "offer.oversellRefused",
    functions: [
      "billing/stripeWebhook",
      "billing/replayEvent",
      "billing/reconcile",
      "billing/resumeReconciliation",
      "billing/sweepReservations",
    ],
    says: "Somebody paid for a unit of the limited offer when none was left; the money goes back.",
    section: "the-offer-would-have-been-oversold",
  },
  {
    id: "payouts/refused",
    word: "payout.refused",
    functions: ["payouts/pay"],
    says: "Stripe refused the transfer of a payout.",
    section: "a-payout-failed",
  },
  {
    id: "payouts/failed",
    word: "payout.failed",
    functions: ["payouts/pay", "payouts/transfer"],
    says: "A payout to an affiliate failed.",
    section: "a-payout-failed",
  },
];

export function wordAlarms(scope: Scope): Alarm[] {
  return WORDS.map(({ word, functions: [first, ...others], id, says, section }) => ({
    id,
    says,
    section,
    metrics: [countWord(scope, first, word), ...others.map((other) => countWord(scope, other, word))],
    from: 1,
    minutes: 5,
  }));
}

/** What many functions share: the API's door, tables, the account's limits, its name as a sender of mail. */
export function sharedAlarms(scope: Scope): Alarm[] {
  const api: Metric = {
    namespace: "AWS/ApiGateway",
    name: "5xx",
    statistic: "Sum",
    dimensions: { ApiId: published(scope, "api-id"), Stage: API_STAGE },
  };
  return [
    {
      id: "api/fails",
      says: "The API answers with errors, whichever function they come from.",
      section: "the-api-fails",
      metrics: [api],
      from: 20,
      minutes: 5,
    },
    {
      id: "functions/throttled",
      says: "Functions are called more often at once than the account allows.",
      section: "something-is-throttled",
      metrics: [{ namespace: "AWS/Lambda", name: "Throttles", statistic: "Sum" }],
      from: 1,
      periods: 2,
      minutes: 5,
    },
    ...Object.keys(TABLES).map((table): Alarm => tableAlarm(scope, table)),
    mailAlarm("bounces", "BounceRate", 0.05),
    mailAlarm("complaints", "ComplaintRate", 0.001),
  ];
}

function tableAlarm({ names }: Scope, table: string): Alarm {
  const events = (name: string): Metric => ({
    namespace: "AWS/DynamoDB",
    name,
    statistic: "Sum",
    dimensions: { TableName: names.table(table) },
  });
  return {
    id: `${table.toLowerCase()}/throttled`,
    says: `The table ${table} refuses reads or writes because there are too many at once.`,
    section: "something-is-throttled",
    metrics: [events("ReadThrottleEvents"), events("WriteThrottleEvents")],
    from: 1,
    periods: 2,
    minutes: 5,
  };
}

/** Amazon stops an account's mail at twice the first figure, and at five times the second. */
function mailAlarm(id: string, name: string, from: number): Alarm {
  return {
    id: `mail/${id}`,
    says: `Too much of the mail that was sent ${id === "bounces" ? "bounces" : "is complained of"}.`,
    section: "mail-bounces-or-is-complained-of",
    metrics: [{ namespace: "AWS/SES", name: `Reputation.${name}`, statistic: "Maximum" }],
    from,
    minutes: 60,
  };
}
