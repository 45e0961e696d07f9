import { DAY, Instant, SECOND } from "#shared/instant.ts";
import { getItem, putItem, WriteConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/** In Events: one row a mail by its natural id, `pk` "mail#<id>", `sk` "effect"; kept for a year and a day. */
const key = (mailId: string) => ({ pk: `mail#${mailId}`, sk: "effect" });
const KEEP_FOR = 366 * DAY;

/**
 * Claims a mail before it is sent.
 * @returns false where it was sent already. One that was claimed and not sent (the function died in between)
 * is claimed again: a second receipt is better than none.
 */
export async function claimMail(mailId: string, now: Date): Promise<boolean> {
  try {
    await putItem({
      TableName: env("TABLE_EVENTS"),
      Item: { ...key(mailId), status: "sending", ...stamps(now) },
      ConditionExpression: "attribute_not_exists(pk) OR #status = :sending",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":sending": "sending" },
    });
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return false;
  }
}

export async function markMailSent(mailId: string, now: Date): Promise<void> {
  await putItem({
    TableName: env("TABLE_EVENTS"),
    Item: { ...key(mailId), status: "sent", ...stamps(now) },
  });
}

/** When a mail was sent; undefined where it was not, or longer ago than its row is kept. */
export async function sentAt(mailId: string): Promise<Instant | undefined> {
  const item = await getItem({ TableName: env("TABLE_EVENTS"), Key: key(mailId) });
  return item?.status === "sent" ? Instant.parse(item.at) : undefined;
}

const stamps = (now: Date) => ({
  at: now.toISOString(),
  expiresAtEpoch: Math.floor((now.getTime() + KEEP_FOR) / SECOND),
});
