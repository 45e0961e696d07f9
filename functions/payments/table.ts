import { DisputeFact, PaidFact, type PaymentFacts, RefundFact } from "#shared/payments/paymentFacts.ts";
import { getItems, type Item, queryItems, updateItem } from "../platform/dynamo.ts";
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
const paymentPartition = (paymentId: string) => `${PAYMENT_PREFIX}${paymentId}`;

export function recordPaid(reading: Reading, paid: PaidFact): Told {
  const Item = { pk: paymentPartition(paid.paymentId), sk: "paid", ...paid };
  return new Told(reading, { Put: { TableName: TABLE(), Item } });
}

/** @throws WriteConflict if the payment is not stored */
export const noteFee = (paymentId: string, feeCents: number): Promise<unknown> =>
  updateItem({
    TableName: TABLE(),
    Key: { pk: paymentPartition(paymentId), sk: "paid" },
    UpdateExpression: "SET feeCents = :fee",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":fee": feeCents },
  });

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

export async function readPayment(paymentId: string): Promise<PaymentFacts> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": paymentPartition(paymentId) },
    ConsistentRead: true,
  });
  return factsIn(items);
}

export function factsIn(rows: readonly Item[]): PaymentFacts {
  const of = (prefix: string) => rows.filter(({ sk }) => String(sk).startsWith(prefix));
  const [paid] = of("paid");
  return {
    paid: paid && PaidFact.parse(paid),
    refunds: of("refund#").map((item) => RefundFact.parse(item)),
    disputes: of("dispute#").map((item) => DisputeFact.parse(item)),
  };
}

/** @param paymentIds up to 100 */
export async function findPaid(paymentIds: readonly string[]): Promise<Map<string, PaidFact>> {
  const table = TABLE();
  const keys = paymentIds.map((id) => ({ pk: paymentPartition(id), sk: "paid" }));
  const { [table]: found = [] } = await getItems({ [table]: keys });
  return new Map(found.map((item) => PaidFact.parse(item)).map((paid) => [paid.paymentId, paid]));
}
