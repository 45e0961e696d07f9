import type { DisputeFact, PaidFact, RefundFact } from "#shared/payments/paymentFacts.ts";
import type { Item } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { type Reading, Told } from "../platform/reading.ts";
import { DISPUTE_STAGE } from "./rules.ts";

/**
 * Rows in Events: `pk` "payment#<payment>", `sk` "paid", "refund#<refund>" or "dispute#<dispute>". The transaction that
 * marks an event as done writes them. The stream passes each row to affiliates/followPayments (commissions) and
 * insights/project (figures).
 */
const TABLE = () => env("TABLE_EVENTS");
export const PAYMENT_PREFIX = "payment#";
export const paymentPartition = (paymentId: string) => `${PAYMENT_PREFIX}${paymentId}`;

/** Idempotent. */
export function recordPaid(reading: Reading, paid: PaidFact): Told {
  const Item = { pk: paymentPartition(paid.paymentId), sk: "paid", ...paid };
  return new Told(reading, { Put: { TableName: TABLE(), Item } });
}

export function recordRefund(reading: Reading, refund: RefundFact): Told {
  const sk = `refund#${refund.refundId}`;
  return ahead(reading, { pk: paymentPartition(refund.paymentId), sk, ...refund }, refund.counts ? 0 : 1);
}

export function recordDispute(reading: Reading, dispute: DisputeFact): Told {
  const sk = `dispute#${dispute.disputeId}`;
  const item = { pk: paymentPartition(dispute.paymentId), sk, ...dispute };
  return ahead(reading, item, DISPUTE_STAGE[dispute.state]);
}

/** Fails if a later state is stored: the caller must read Stripe again. */
function ahead(reading: Reading, item: Item, stage: number): Told {
  return new Told(reading, {
    Put: {
      TableName: TABLE(),
      Item: { ...item, stage },
      ConditionExpression: "attribute_not_exists(pk) OR stage <= :stage",
      ExpressionAttributeValues: { ":stage": stage },
    },
  });
}
