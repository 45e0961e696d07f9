import { Click, type Conversion } from "#shared/affiliates/activity.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import {
  getItem,
  retryOnConflict,
  Throttled,
  transact,
  transactUnlessThrottled,
  type Write,
} from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { type Counter, type Counters, countersOf, mergeCounters } from "../counterRules.ts";

/**
 * Traffic: a click (`pk` "click#<id>", `sk` "click") and its receipt (`sk` "counted"); a conversion (`pk`
 * "conversion#<id>", `sk` "conversion"); and the counters, `pk` "affiliate#<id>" with `sk` "total", "day#<day>" and
 * "to#<destination>", and `pk` "totals" with the first two for all affiliates. The table's stream counts clicks in
 * batches, so that a counter is not written for every click. The indexes `byAffiliate` and `byTime` list clicks and
 * conversions by time. Each index splits clicks into sixteen parts, because one part takes a thousand writes a second.
 * If an index is throttled, a click is counted but not listed.
 */
export const TRAFFIC = () => env("TABLE_TRAFFIC");
const KEEP_CLICKS_FOR = 400 * DAY;
/** Longer than the queue keeps the key of a failed click for a replay. */
const KEEP_RECEIPTS_FOR = 16 * DAY;
export const PARTS = 16;

const clickKey = (clickId: string) => ({ pk: `click#${clickId}`, sk: "click" });
const receiptKey = (clickId: string) => ({ pk: `click#${clickId}`, sk: "counted" });
const conversionKey = (id: string) => ({ pk: `conversion#${id}`, sk: "conversion" });
export const totalKey = (affiliateId: string) => ({ pk: `affiliate#${affiliateId}`, sk: "total" });
const partOf = (clickId: string) => (Buffer.from(clickId, "base64url")[0] ?? 0) % PARTS;
const epoch = (at: string, later: number) => Math.floor((Date.parse(at) + later) / SECOND);
export const positionOf = ({ at, id }: { at: string; id: string }) => `${at}#${id}`;

export async function findClick(clickId: string): Promise<Click | undefined> {
  const item = await getItem({ TableName: TRAFFIC(), Key: clickKey(clickId) });
  return item && Click.parse(item);
}

export const clickRow = (click: Click) => ({
  ...clickKey(click.id),
  ...click,
  feed: `clicks#${partOf(click.id)}`,
  ownFeed: `clicks#${click.affiliateId}#${partOf(click.id)}`,
  position: positionOf(click),
  expiresAtEpoch: epoch(click.at, KEEP_CLICKS_FOR),
});

/**
 * Stores one click per visitor and hour. `click.id` identifies the visitor and the hour.
 * @param previous the id of the previous hour's click. If that click is newer than `since`, this one is a repeat
 * @throws WriteConflict if the visitor clicked within the last hour
 */
export async function recordClick(click: Click, previous: Previous): Promise<void> {
  const { feed: _, ownFeed: _own, ...unlisted } = clickRow(click);
  try {
    await putClick(clickRow(click), previous);
  } catch (error) {
    if (!(error instanceof Throttled)) throw error;
    await putClick(unlisted, previous);
  }
}

type Previous = { clickId: string; since: string };

async function putClick(row: Partial<ReturnType<typeof clickRow>>, previous: Previous): Promise<void> {
  await transactUnlessThrottled([
    { Put: { TableName: TRAFFIC(), Item: row, ConditionExpression: "attribute_not_exists(pk)" } },
    {
      ConditionCheck: {
        TableName: TRAFFIC(),
        Key: clickKey(previous.clickId),
        ConditionExpression: "attribute_not_exists(pk) OR #at <= :since",
        ExpressionAttributeNames: { "#at": "at" },
        ExpressionAttributeValues: { ":since": previous.since },
      },
    },
  ]);
}

export async function recordConversion(conversion: Conversion): Promise<void> {
  const put: Write = {
    Put: {
      TableName: TRAFFIC(),
      Item: {
        ...conversionKey(conversion.id),
        ...conversion,
        feed: "conversions",
        ownFeed: `conversions#${conversion.affiliateId}`,
        position: positionOf(conversion),
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
  const counters = countersOf("conversion", conversion);
  await retryOnConflict(async (isFirst) => {
    if (!isFirst && (await getItem({ TableName: TRAFFIC(), Key: conversionKey(conversion.id) }))) return;
    await transact([put, ...counters.map(increment)]);
  });
}

const MAX_WRITES = 100;

/** Counts each new click once, with as few transactions as possible. */
export async function countClicks(clicks: readonly Click[]): Promise<void> {
  const byId = new Map(clicks.map((click) => [click.id, click]));
  let chunk: Click[] = [];
  let counters: Counters = new Map();
  for (const click of byId.values()) {
    const more = mergeCounters(counters, countersOf("click", click));
    if (chunk.length + 1 + more.size > MAX_WRITES) {
      await countChunk(chunk);
      chunk = [];
      counters = mergeCounters(new Map(), countersOf("click", click));
    } else counters = more;
    chunk.push(click);
  }
  await countChunk(chunk);
}

async function countChunk(clicks: readonly Click[]): Promise<void> {
  await retryOnConflict(async (isFirst) => {
    const left = isFirst ? clicks : await uncounted(clicks);
    if (left.length === 0) return;
    const counters = left.reduce<Counters>(
      (sum, click) => mergeCounters(sum, countersOf("click", click)),
      new Map(),
    );
    await transact([...left.map(receipt), ...[...counters.values()].map(increment)]);
  });
}

async function uncounted(clicks: readonly Click[]): Promise<Click[]> {
  const receipts = await Promise.all(
    clicks.map(({ id }) => getItem({ TableName: TRAFFIC(), Key: receiptKey(id) })),
  );
  return clicks.filter((_, index) => receipts[index] === undefined);
}

export const receiptRow = ({ id, at }: Click) => ({
  ...receiptKey(id),
  expiresAtEpoch: epoch(at, KEEP_RECEIPTS_FOR),
});

function receipt(click: Click): Write {
  return {
    Put: {
      TableName: TRAFFIC(),
      Item: receiptRow(click),
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

export const countReferral = (affiliateId: string, by: 1 | -1): Write =>
  increment({ ...totalKey(affiliateId), by: { referrals: by } });

export function increment({ pk, sk, by }: Counter): Write {
  const entries = Object.entries(by);
  return {
    Update: {
      TableName: TRAFFIC(),
      Key: { pk, sk },
      UpdateExpression: `ADD ${entries.map(([name]) => `${name} :${name}`).join(", ")}`,
      ExpressionAttributeValues: Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
    },
  };
}
