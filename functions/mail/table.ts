import * as z from "zod/mini";
import { DAY, Instant, SECOND } from "#shared/instant.ts";
import type { CustomerMail } from "#shared/mail/customerMail.ts";
import { Mail } from "#shared/mail/mail.ts";
import {
  deleteItem,
  eachItem,
  getItem,
  type Item,
  putItem,
  queryItems,
  WriteConflict,
} from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/**
 * In Events: one row per mail, `pk` "mail#<id>", `sk` "effect", kept for a year. The row of a mail to an account
 * includes the mail's content. The index `byQueue` lists each customer's mails.
 */
const TABLE = () => env("TABLE_EVENTS");
const key = (mailId: string) => ({ pk: `mail#${mailId}`, sk: "effect" });
const queueOf = (userId: string) => `mails#${userId}`;
const KEEP_FOR = 365 * DAY;
const SHOWN = 25;

/**
 * Claims a mail before it is sent.
 * @returns false if it was already sent, refused or expired. A mail that was claimed without a result can be claimed
 * again, because a duplicate receipt is better than none
 */
export async function claimMail(mail: Mail, subject: string, now: Date): Promise<boolean> {
  try {
    await putItem({
      TableName: TABLE(),
      Item: { ...rowOf(mail, subject, now), status: "sending" },
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

/** @param status refused: the address cannot receive mail · expired: too late to be useful */
export async function markMail(
  mail: Mail,
  subject: string,
  status: "sent" | "refused" | "expired",
  now: Date,
): Promise<void> {
  await putItem({ TableName: TABLE(), Item: { ...rowOf(mail, subject, now), status } });
}

const State = z.object({ status: z.enum(["sending", "sent", "refused", "expired"]), at: Instant });

export async function stateOfMail(mailId: string): Promise<z.output<typeof State> | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(mailId) });
  return item && State.parse(item);
}

/** When a mail was sent; undefined if it was not, or if its row has expired. */
export async function sentAt(mailId: string): Promise<Instant | undefined> {
  const state = await stateOfMail(mailId);
  return state?.status === "sent" ? state.at : undefined;
}

const Row = z.object({
  id: z.string(),
  userId: z.string(),
  template: Mail.shape.template,
  data: Mail.shape.data,
  subject: z.string(),
  at: Instant,
  status: z.string(),
});

export async function listMailsOf(userId: string): Promise<CustomerMail[]> {
  const { items } = await queryItems({ ...ofUser(userId), ScanIndexForward: false, Limit: SHOWN });
  return items.map((item) => {
    const { id, template, subject, at, status } = Row.parse(item);
    return { id, template, subject, at, sent: status === "sent" };
  });
}

export async function findMailOf(userId: string, mailId: string): Promise<Mail | undefined> {
  const { data: row } = Row.safeParse(await getItem({ TableName: TABLE(), Key: key(mailId) }));
  if (row?.userId !== userId) return undefined;
  const { id, template, data } = row;
  return { id, to: { userId }, template, data };
}

export async function forgetMails(userId: string): Promise<void> {
  for await (const { pk, sk } of eachItem(ofUser(userId)))
    await deleteItem({ TableName: TABLE(), Key: { pk, sk } });
}

const ofUser = (userId: string) => ({
  TableName: TABLE(),
  IndexName: "byQueue",
  KeyConditionExpression: "queue = :mails",
  ExpressionAttributeValues: { ":mails": queueOf(userId) },
});

function rowOf({ id, to, template, data }: Mail, subject: string, now: Date): Item {
  const at = now.toISOString();
  const kept = { ...key(id), at, expiresAtEpoch: Math.floor((now.getTime() + KEEP_FOR) / SECOND) };
  if (to === "operator" || "address" in to) return kept;
  return {
    ...kept,
    id,
    userId: to.userId,
    template,
    data,
    subject,
    queue: queueOf(to.userId),
    receivedAt: at,
  };
}
