import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import type { Access } from "../access/grants.ts";
import { ACCESS, type FunctionId } from "../access.ts";
import type { Scope } from "../scope.ts";
import type { Alarm } from "./alarm.ts";
import { countWords } from "./words.ts";

type Word = {
  readonly id: string;
  /** Names of log events. */
  readonly words: readonly [string, ...string[]];
  /** Events that ring at the fourth within five minutes: a stranger can cause one. */
  readonly faint?: readonly [string, ...string[]];
  /** The functions that write them. */
  readonly functions: readonly FunctionId[];
  readonly says: string;
  readonly section: string;
};

/** Endpoints that ask Stripe for something: what fails there may have moved money. */
const MONEY_ENDPOINTS = Object.keys(ENDPOINTS)
  .filter((id): id is EndpointId => id in ENDPOINTS)
  .filter((id) => {
    const access: Access = ACCESS[id];
    return access.stripe === true;
  });

/** Events that must ring the first time, though the function that logs them has not failed in Lambda's eyes. */
export const WORDS: readonly Word[] = [
  {
    id: "money/fails",
    words: ["request.failed"],
    functions: MONEY_ENDPOINTS,
    says: "A call to Stripe failed, or a Stripe event could not be handled.",
    section: "a-money-call-fails",
  },
  {
    id: "stripe/late",
    words: ["webhook.late"],
    // With a wrong secret every event of a purchase is refused.
    faint: ["webhook.refused"],
    functions: ["billing/stripeWebhook"],
    says: "A Stripe event arrived more than 15 minutes late, or four with a wrong signature were refused.",
    section: "stripes-events-come-late-or-not-at-all",
  },
  {
    id: "stripe/silent",
    words: ["webhook.missed"],
    functions: ["billing/reconcile", "billing/resumeReconciliation", "billing/sweepReservations"],
    says: "Something changed at Stripe, and we received no event about it.",
    section: "stripes-events-come-late-or-not-at-all",
  },
  {
    id: "stripe/differs",
    words: ["reconcile.notMended", "reservation.notSettled"],
    functions: ["billing/reconcile", "billing/resumeReconciliation", "billing/sweepReservations"],
    says: "A comparison with Stripe found a difference that it could not repair.",
    section: "the-comparison-with-stripe-could-not-repair",
  },
  {
    id: "ledger/differs",
    words: ["ledger.differs", "ledger.notCompared"],
    functions: ["affiliates/checkLedger"],
    says: "An affiliate's balance differs from the ledger, the payouts or Stripe's transfers, or was not compared.",
    section: "the-affiliates-ledger-differs",
  },
  {
    id: "offer/oversell",
    words: ["offer.oversellRefused"],
    functions: [
      "billing/stripeWebhook",
      "billing/replayEvent",
      "billing/reconcile",
      "billing/resumeReconciliation",
      "billing/sweepReservations",
      "billing/syncCustomer",
    ],
    says: "A customer paid for a unit of the limited offer when none was left; the payment is being refunded.",
    section: "the-offer-would-have-been-oversold",
  },
  {
    id: "payouts/failed",
    words: ["payout.failed", "payout.refused"],
    functions: ["payouts/pay", "payouts/transfer"],
    says: "A payout to an affiliate failed, or Stripe refused its transfer.",
    section: "a-payout-failed",
  },
  {
    id: "operator/new-place",
    words: ["operator.newPlace"],
    functions: ["accounts/startOperatorSession"],
    says: "An operator signed in from a new device or country.",
    section: "an-operator-signed-in-from-a-new-place",
  },
  {
    id: "operator/second-factor",
    words: ["operator.factorChanged"],
    functions: ["accounts/startOperatorSession"],
    says: "An operator signed in with a new second factor, after the old one was reset.",
    section: "an-operators-second-factor-changed",
  },
];

/** At which faint event within five minutes an alarm rings. */
const FAINT = 4;

export function wordAlarms(scope: Scope): Alarm[] {
  return WORDS.map(({ words, faint, functions, id, says, section }) => {
    // CloudFormation takes whole numbers as a line's value.
    const from = faint ? FAINT : 1;
    if (faint) countWords(scope, `${id}/faint`, faint, functions, { metric: id });
    return {
      id,
      says,
      section,
      metrics: [countWords(scope, id, words, functions, { value: from })],
      rings: { from },
      minutes: 5,
    };
  });
}
