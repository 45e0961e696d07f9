import * as z from "zod/mini";
import { Commission, HOLD_DAYS } from "#shared/affiliates/commission.ts";
import { availableFrom } from "#shared/affiliates/release.ts";
import { DAY, type Instant } from "#shared/instant.ts";
import { readCursor, writeCursor } from "../../platform/cursor.ts";
import { eachPage, type Item, queryItems } from "../../platform/dynamo.ts";
import { commissionsList, PAYOUTS } from "./table.ts";

export async function* commissionsSince(affiliateId: string, since: string): AsyncGenerator<Commission[]> {
  for await (const items of eachPage({
    TableName: PAYOUTS(),
    IndexName: "byList",
    KeyConditionExpression: "#list = :list AND listedAt >= :since",
    ExpressionAttributeNames: { "#list": "list" },
    ExpressionAttributeValues: { ":list": commissionsList(affiliateId), ":since": since },
  }))
    yield items.map((item) => Commission.parse(item));
}

const ListPosition = z.object({ pk: z.string(), sk: z.string(), list: z.string(), listedAt: z.string() });

export async function listCommissions(
  affiliateId: string,
  cursor?: string,
): Promise<{ commissions: Commission[]; next: string | null }> {
  const isInList = (position: Item) => position.list === commissionsList(affiliateId);
  const { items, lastKey } = await queryItems({
    TableName: PAYOUTS(),
    IndexName: "byList",
    KeyConditionExpression: "#list = :list",
    ExpressionAttributeNames: { "#list": "list" },
    ExpressionAttributeValues: { ":list": commissionsList(affiliateId) },
    ScanIndexForward: false,
    Limit: 25,
    ...(cursor === undefined ? {} : { ExclusiveStartKey: readCursor(cursor, ListPosition, isInList) }),
  });
  return { commissions: items.map((item) => Commission.parse(item)), next: writeCursor(lastKey) };
}

const MAX_LOOKED_AT = 500;

/** The longest hold, plus a day until the run that releases the commission. */
const PENDING_FOR = (Math.max(...Object.values(HOLD_DAYS)) + 1) * DAY;

/** Reads the oldest commissions that may be pending, up to `MAX_LOOKED_AT`. */
export async function nextAvailable(affiliateId: string, now: Date): Promise<Instant | null> {
  const { items } = await queryItems({
    TableName: PAYOUTS(),
    IndexName: "byList",
    KeyConditionExpression: "#list = :list AND listedAt >= :from",
    FilterExpression: "#status = :pending",
    ExpressionAttributeNames: { "#list": "list", "#status": "status" },
    ExpressionAttributeValues: {
      ":list": commissionsList(affiliateId),
      ":from": new Date(now.getTime() - PENDING_FOR).toISOString(),
      ":pending": "pending",
    },
    Limit: MAX_LOOKED_AT,
  });
  const [first] = items.map((item) => Commission.parse(item).matureAt).sort();
  return first === undefined ? null : availableFrom(first);
}
