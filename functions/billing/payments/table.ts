import type { DisputeFact, PaidFact, RefundFact } from "#shared/billing/paymentFacts.ts";
import type { Item, Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { DISPUTE_STAGE } from "./rules.ts";

/**
 * In Events: `pk` "payment#<payment>", `sk` "paid", "refund#<refund>" or "dispute#<dispute>". For the
 * transaction that marks an event as done. Who follows the table's stream learns of each.
 */
const TABLE = () => env("TABLE_EVENTS");
export const PAYMENT_PREFIX = "payment#";
export const paymentPartition = (paymentId: string) => `${PAYMENT_PREFIX}${paymentId}`;

/** Read again it says the same. */
export function recordPaid(paid: PaidFact): Write {
  return { Put: { TableName: TABLE(), Item: { pk: paymentPartition(paid.paymentId), sk: "paid", ...paid } } };
}

export function recordRefund(refund: RefundFact): Write {
  const sk = `refund#${refund.refundId}`;
  return ahead({ pk: paymentPartition(refund.paymentId), sk, ...refund }, refund.counts ? 0 : 1);
}

export function recordDispute(dispute: DisputeFact): Write {
  const sk = `dispute#${dispute.disputeId}`;
  return ahead({ pk: paymentPartition(dispute.paymentId), sk, ...dispute }, DISPUTE_STAGE[dispute.state]);
}

/** Unless somebody has seen it further: whoever read Stripe before them reads it again. */
function ahead(item: Item, stage: number): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...item, stage },
      ConditionExpression: "attribute_not_exists(pk) OR stage <= :stage",
      ExpressionAttributeValues: { ":stage": stage },
    },
  };
}
