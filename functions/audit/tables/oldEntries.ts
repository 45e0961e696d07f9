import { isDeepStrictEqual } from "node:util";
import { type Item, queryItems, updateItem } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { PARTITION } from "../table.ts";

const TABLE = () => env("TABLE_AUDIT");

/**
 * A page of the log, the oldest entries first, with `before` and `after` written anew where `change` says otherwise.
 * Only for a migration: nothing else edits the log.
 * @param after the `sk` of the last entry of the page before
 * @returns the `sk` of the last entry of this page; null when there is no other
 */
export async function rewriteEntries(
  change: (audited: unknown) => unknown,
  after: string | null,
  limit: number,
): Promise<string | null> {
  const { items, lastKey } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :audit",
    ExpressionAttributeValues: { ":audit": PARTITION },
    Limit: limit,
    ...(after === null ? {} : { ExclusiveStartKey: { pk: PARTITION, sk: after } }),
  });
  for (const item of items) await rewrite(item, { before: change(item.before), after: change(item.after) });
  return lastKey === undefined ? null : String(lastKey.sk);
}

async function rewrite({ pk, sk, before, after }: Item, fresh: Item): Promise<void> {
  if (isDeepStrictEqual({ before, after }, fresh)) return;
  await updateItem({
    TableName: TABLE(),
    Key: { pk, sk },
    UpdateExpression: "SET #before = :before, #after = :after",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeNames: { "#before": "before", "#after": "after" },
    ExpressionAttributeValues: { ":before": fresh.before, ":after": fresh.after },
  });
}
