import { DisputeFact, PaidFact, type PaymentFacts, RefundFact } from "#shared/billing/paymentFacts.ts";
import { queryItems } from "../../../platform/dynamo.ts";
import { env } from "../../../platform/env.ts";
import { paymentPartition } from "../table.ts";

/** All that is known of a payment, as it stands this moment; a few rows. */
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
