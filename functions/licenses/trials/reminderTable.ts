import * as z from "zod/mini";
import { DAY, Instant, SECOND } from "#shared/instant.ts";
import { deleteItem, putItem, queryItems } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/**
 * In Events: one row per trial, `pk` "trial#<seat>", `sk` "effect". The index `byQueue` sorts by the next reminder.
 * insights/refreshDue deletes the row after the trial's end.
 */
const TABLE = () => env("TABLE_EVENTS");
const QUEUE = "trials";
const key = (seatId: string) => ({ pk: `trial#${seatId}`, sk: "effect" });
const KEPT_FOR = 30 * DAY;
const AT_ONCE = 50;

const Row = z.object({ seatId: z.string(), userId: z.string(), receivedAt: Instant });
export type TrialReminder = { seatId: string; userId: string; dueAt: Instant };

export async function remindAt({ seatId, userId, dueAt }: TrialReminder): Promise<void> {
  const expiresAtEpoch = Math.floor((Date.parse(dueAt) + KEPT_FOR) / SECOND);
  await putItem({
    TableName: TABLE(),
    Item: { ...key(seatId), seatId, userId, queue: QUEUE, receivedAt: dueAt, expiresAtEpoch },
  });
}

export async function removeReminder(seatId: string): Promise<void> {
  await deleteItem({ TableName: TABLE(), Key: key(seatId) });
}

export async function listDueReminders(now: Date): Promise<TrialReminder[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    IndexName: "byQueue",
    KeyConditionExpression: "queue = :trials AND receivedAt <= :now",
    ExpressionAttributeValues: { ":trials": QUEUE, ":now": now.toISOString() },
    Limit: AT_ONCE,
  });
  return items.map((item) => {
    const { seatId, userId, receivedAt } = Row.parse(item);
    return { seatId, userId, dueAt: receivedAt };
  });
}
