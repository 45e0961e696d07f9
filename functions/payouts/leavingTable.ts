import * as z from "zod/mini";
import { NO_ADDRESS } from "#shared/affiliates/affiliate.ts";
import type { PayoutStatus } from "#shared/payouts/states.ts";
import { eachPage, type Item, updateItem } from "../platform/dynamo.ts";
import { queueOfPayouts, queueOfRequests, TABLE, WORK_QUEUE } from "./table.ts";

/** Where an affiliate's "payout#…" and "request#…" rows begin. They sort last in their partition. */
const FROM = "payout#";

const OPEN: readonly PayoutStatus[] = ["pending", "approved", "processing", "reconciling", "failed"];
const OPEN_QUEUES = [queueOfRequests("pending"), ...OPEN.map(queueOfPayouts), WORK_QUEUE];

export async function isPayoutUnderWay(affiliateId: string): Promise<boolean> {
  const names = OPEN_QUEUES.map((_, index) => `:queue${index}`);
  for await (const rows of pages(affiliateId, {
    FilterExpression: `queue IN (${names.join(", ")})`,
    values: Object.fromEntries(names.map((name, index) => [name, OPEN_QUEUES[index]])),
  }))
    if (rows.length > 0) return true;
  return false;
}

const Key = z.object({ pk: z.string(), sk: z.string() });

/** Erases the email address. Requests and payouts stay under the affiliate's id. */
export async function forgetPayee(affiliateId: string): Promise<void> {
  for await (const rows of pages(affiliateId))
    for (const row of rows) {
      const key = Key.parse(row);
      const isPayout = key.sk.startsWith(FROM);
      await updateItem({
        TableName: TABLE(),
        Key: key,
        // A concurrent write of the payout would restore the address. The new version makes that write fail.
        UpdateExpression: `SET email = :none${isPayout ? " ADD version :one" : ""}`,
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: { ":none": NO_ADDRESS, ...(isPayout ? { ":one": 1 } : {}) },
      });
    }
}

const pages = (
  affiliateId: string,
  filter?: { FilterExpression: string; values: Item },
): AsyncGenerator<Item[]> =>
  eachPage({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk AND sk >= :from",
    ExpressionAttributeValues: { ":pk": `affiliate#${affiliateId}`, ":from": FROM, ...filter?.values },
    ConsistentRead: true,
    ...(filter ? { FilterExpression: filter.FilterExpression } : {}),
  });
