import * as z from "zod/mini";
import { DAY, Instant, SECOND } from "#shared/instant.ts";
import { Declaration } from "#shared/refunds/withdrawal.ts";
import { getItem, putItem, queryItems, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/**
 * In Events: one row per withdrawal, or per refund that a customer asks the operator for, `pk` "withdrawal#<id>", `sk`
 * "effect". In the index `byQueue`, all unanswered rows share one queue, and each customer's answered rows share
 * another. An answered row expires after a year.
 */
const TABLE = () => env("TABLE_EVENTS");
const key = (id: string) => ({ pk: `withdrawal#${id}`, sk: "effect" });
const OPEN = "open-withdrawals";
const answeredOf = (userId: string) => `withdrawals#${userId}`;
const KEPT_FOR = 365 * DAY;

export const Withdrawal = z.object({
  id: z.string(),
  ...Declaration.shape,
  receivedAt: Instant,
  userId: z.nullable(z.string()),
  answeredAt: z.nullable(Instant),
});
export type Withdrawal = z.output<typeof Withdrawal>;

export async function keepWithdrawal(withdrawal: Withdrawal): Promise<void> {
  await putItem({ TableName: TABLE(), Item: { ...key(withdrawal.id), ...withdrawal, queue: OPEN } });
}

export async function findWithdrawal(id: string): Promise<Withdrawal | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(id) });
  return item && Withdrawal.parse(item);
}

export async function listOpenWithdrawals(limit: number): Promise<Withdrawal[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    IndexName: "byQueue",
    KeyConditionExpression: "queue = :open",
    ExpressionAttributeValues: { ":open": OPEN },
    Limit: limit,
  });
  return items.map((item) => Withdrawal.parse(item));
}

/** Answered withdrawals, then open withdrawals, each oldest first. */
export async function listWithdrawalsOf(userId: string): Promise<Withdrawal[]> {
  const pages = await Promise.all(
    [answeredOf(userId), OPEN].map((queue) =>
      queryItems({
        TableName: TABLE(),
        IndexName: "byQueue",
        KeyConditionExpression: "queue = :queue",
        FilterExpression: "userId = :user",
        ExpressionAttributeValues: { ":queue": queue, ":user": userId },
      }),
    ),
  );
  return pages.flatMap(({ items }) => items.map((item) => Withdrawal.parse(item)));
}

export function closeWithdrawal(withdrawal: Withdrawal, now: Date): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: {
        ...key(withdrawal.id),
        ...withdrawal,
        answeredAt: now.toISOString(),
        ...(withdrawal.userId !== null && { queue: answeredOf(withdrawal.userId) }),
        expiresAtEpoch: Math.floor((now.getTime() + KEPT_FOR) / SECOND),
      },
      ConditionExpression: "queue = :open",
      ExpressionAttributeValues: { ":open": OPEN },
    },
  };
}
