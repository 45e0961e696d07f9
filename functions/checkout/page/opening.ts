import { AppError } from "#shared/errors.ts";
import { HOUR, MINUTE, SECOND } from "#shared/instant.ts";
import { updateItem } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { newId } from "../../platform/random.ts";

/**
 * One row in Limits per customer (`pk` "opening#<user>", `sk` "calls"): the start of each call that is opening a page,
 * and the name of the latest call. The row expires after an hour.
 */
const keyOf = (userId: string) => ({ pk: `opening#${userId}`, sk: "calls" });
const CALL = "call-";

/** Longer than a call runs, so a call that began earlier has ended. */
const OPENS_WITHIN = MINUTE;

/**
 * Registers a call that opens a page.
 * @returns a function to call at the end, which says whether this was the customer's only call. When calls overlap, a
 * call sees earlier calls at its start and later calls at its end
 */
export async function beginOpening(userId: string, now: Date): Promise<() => Promise<boolean>> {
  const row = { TableName: env("TABLE_LIMITS"), Key: keyOf(userId) };
  const mine = `${CALL}${newId()}`;
  const before = await updateItem({
    ...row,
    UpdateExpression: "SET #mine = :now, lastCall = :mine, expiresAtEpoch = :end",
    ExpressionAttributeNames: { "#mine": mine },
    ExpressionAttributeValues: {
      ":now": now.toISOString(),
      ":mine": mine,
      ":end": Math.floor((now.getTime() + HOUR) / SECOND),
    },
    ReturnValues: "ALL_OLD",
  });
  const isRunning = ([name, at]: [string, unknown]) =>
    name.startsWith(CALL) && name !== mine && now.getTime() - Date.parse(String(at)) < OPENS_WITHIN;
  const wasAlone = !Object.entries(before ?? {}).some(isRunning);
  return async () => {
    const after = await updateItem({
      ...row,
      UpdateExpression: "REMOVE #mine",
      ExpressionAttributeNames: { "#mine": mine },
      ReturnValues: "ALL_NEW",
    });
    return wasAlone && after?.lastCall === mine;
  };
}

export const askedOtherwise = (cause?: unknown) =>
  new AppError("CONFLICT", "You have also started another checkout. Please try again.", { cause });
