import { DisputeFact, PaidFact, type PaymentFacts, RefundFact } from "#shared/payments/paymentFacts.ts";
import { getItems, queryItems } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { paymentPartition } from "./table.ts";

/** Everything known about a payment, read consistently. */
export async function readPayment(paymentId: string): Promise<PaymentFacts> {
  const { items } = await queryItems({
    TableName: env("TABLE_EVENTS"),
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": paymentPartition(paymentId) },
    ConsistentRead: true,
  });
  const of = (prefix: string) => items.filter(({ sk }) => String(sk).startsWith(prefix));
  const [paid] = of("paid");
  return {
    paid: paid && PaidFact.parse(paid),
    refunds: of("refund#").map((item) => RefundFact.parse(item)),
    disputes: of("dispute#").map((item) => DisputeFact.parse(item)),
  };
}

/** @param paymentIds up to 100 */
export async function findPaid(paymentIds: readonly string[]): Promise<Map<string, PaidFact>> {
  const table = env("TABLE_EVENTS");
  const keys = [...new Set(paymentIds)].map((id) => ({ pk: paymentPartition(id), sk: "paid" }));
  const { [table]: found = [] } = await getItems({ [table]: keys });
  return new Map(found.map((item) => PaidFact.parse(item)).map((paid) => [paid.paymentId, paid]));
}
