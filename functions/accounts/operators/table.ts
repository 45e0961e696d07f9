import * as z from "zod/mini";
import { Instant } from "#shared/instant.ts";
import { getItem, type Item, putItem } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/**
 * Operators, in the table Users: `pk` the `sub` in the operators' user pool, `sk` "operator". They are not customers:
 * no list and no figure counts them. scripts/operator/rows.ts creates the row and ends its sessions.
 */
const TABLE = () => env("TABLE_USERS");
const key = (userId: string) => ({ pk: userId, sk: "operator" });

export const Operator = z.object({
  userId: z.string(),
  email: z.string(),
  /** The sign-ins that may call, by `origin_jti`, and when each started its session; the latest last. */
  sessions: z.array(z.object({ id: z.string(), at: Instant })),
  /** Where the operator signed in: the hash of the browser's id, and the country as CloudFront saw it. */
  places: z.array(z.object({ device: z.string(), country: z.nullable(z.string()), at: Instant })),
  /** Epoch seconds: every sign-in up to this second has ended, with all its renewals. */
  sessionsValidFrom: z.number(),
  /** When the second factor was reset, until the next sign-in has reported it. */
  factorResetAt: z.nullable(Instant),
  version: z.number(),
});
export type Operator = z.output<typeof Operator>;

export const toOperator = (item: Item): Operator => Operator.parse(item);
/** Where an operator's row is, for a caller who is read together with other rows. */
export const operatorRow = (userId: string) => ({ table: TABLE(), key: key(userId) });

export async function findOperator(userId: string): Promise<Operator | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(userId) });
  return item && toOperator(item);
}

/** @throws WriteConflict where the row has changed since `before` was read */
export async function replaceOperator(before: Operator, after: Operator): Promise<void> {
  await putItem({
    TableName: TABLE(),
    Item: { ...key(after.userId), ...after },
    ConditionExpression: "version = :version",
    ExpressionAttributeValues: { ":version": before.version },
  });
}
