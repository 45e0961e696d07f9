import * as z from "zod/mini";
import { DAY, Instant, MINUTE, SECOND, utcDay } from "#shared/instant.ts";
import { HISTORY_DAYS } from "#shared/status/service.ts";
import { type Item, updateItem, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import type { CheckedDay } from "./rules.ts";

/**
 * Insights, partition "status": one row per UTC day, `sk` "check#<day>", with the number of checks and answers. The
 * rows sort between the changes and the board, so one query reads everything.
 */
const TABLE = () => env("TABLE_INSIGHTS");
const PARTITION = "status";
const PREFIX = "check#";
const KEEP_FOR = (HISTORY_DAYS + 1) * DAY;
/** Lambda repeats a failed run after one and two minutes. Each check counts once. */
const SAME_CHECK = 4 * MINUTE;

const StoredDay = z.object({
  sk: z.string(),
  checks: z.number(),
  answered: z.number(),
  lastCheckAt: Instant,
  lastAnswerAt: z._default(z.nullable(Instant), null),
});

export const checkKey = (now: Date) => ({ pk: PARTITION, sk: `${PREFIX}${utcDay(now)}` });

export async function countCheck(answered: boolean, now: Date): Promise<void> {
  try {
    await updateItem({
      TableName: TABLE(),
      Key: checkKey(now),
      UpdateExpression: `ADD checks :one, answered :answered SET lastCheckAt = :now, expiresAtEpoch = :end${answered ? ", lastAnswerAt = :now" : ""}`,
      ConditionExpression: "attribute_not_exists(lastCheckAt) OR lastCheckAt < :before",
      ExpressionAttributeValues: {
        ":one": 1,
        ":answered": answered ? 1 : 0,
        ":now": now.toISOString(),
        ":before": new Date(now.getTime() - SAME_CHECK).toISOString(),
        ":end": Math.floor((now.getTime() + KEEP_FOR) / SECOND),
      },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

export const isCheckedDay = ({ sk }: Item): boolean => String(sk).startsWith(PREFIX);

export function toCheckedDay(item: Item): CheckedDay {
  const { sk, ...counts } = StoredDay.parse(item);
  return { ...counts, day: sk.slice(PREFIX.length) };
}
