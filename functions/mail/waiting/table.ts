import * as z from "zod/mini";
import { DAY, Instant, SECOND } from "#shared/instant.ts";
import { Mail } from "#shared/mail/mail.ts";
import type { SendingQuota } from "#shared/mail/waiting.ts";
import {
  deleteItem,
  eachItem,
  type Item,
  putItem,
  queryItems,
  WriteConflict,
} from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { type Rank, rankOf, type WaitingMail } from "./rules.ts";

/**
 * Rows in Events. `pk` "waitingMail": mails that SES could not take yet, sorted by `sk` "<rank>#<use-by>#<mail>", the
 * order of sending. `pk` "expiredMail": expired mails. `pk` "mailQuota": SES's latest quota.
 * functions/mail/waiting/unsent.ts reads them for the operator.
 */
const TABLE = () => env("TABLE_EVENTS");
const WAITING = "waitingMail";
/**
 * How long the operator sees an expired mail. A waiting mail's row remains this long after its expiry, so that a turn
 * can still mark the mail as expired.
 */
const SHOWN_FOR = 7 * DAY;

const keyOf = (mail: WaitingMail) => ({ pk: WAITING, sk: `${rankOf(mail)}#${mail.useBy}#${mail.id}` });
const epochAfter = (instant: Instant) => Math.floor((Date.parse(instant) + SHOWN_FOR) / SECOND);

const Row = z.object({ mail: z.extend(Mail, { useBy: Instant, waitsSince: Instant }) });
const mailIn = (item: Item): WaitingMail => Row.parse(item).mail;

export async function keepWaiting(mail: WaitingMail): Promise<void> {
  await putItem({
    TableName: TABLE(),
    Item: { ...keyOf(mail), mail, since: mail.waitsSince, expiresAtEpoch: epochAfter(mail.useBy) },
  });
}

export async function forgetWaiting(mail: WaitingMail): Promise<void> {
  await deleteItem({ TableName: TABLE(), Key: keyOf(mail) });
}

const inOrder = (limit?: number) =>
  eachItem({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": WAITING },
    ConsistentRead: true,
    ...(limit === undefined ? {} : { Limit: limit }),
  });

export async function listWaiting(limit: number): Promise<WaitingMail[]> {
  const found: WaitingMail[] = [];
  if (limit > 0) for await (const item of inOrder(limit)) if (found.push(mailIn(item)) >= limit) break;
  return found;
}

export async function forgetWaitingOf(userId: string, addresses: readonly string[]): Promise<void> {
  for await (const item of inOrder()) {
    const mail = mailIn(item);
    if (mail.to === "operator") continue;
    const isForAccount =
      mail.to.userId === userId || ("address" in mail.to && addresses.includes(mail.to.address));
    if (isForAccount) await forgetWaiting(mail);
  }
}

/** A rank's expired mails, up to one page. The next turn finds more. */
export async function listExpired(rank: Rank, now: Date): Promise<WaitingMail[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":pk": WAITING,
      ":first": `${rank}#`,
      // Ids begin with a letter, which sorts before "~".
      ":last": `${rank}#${now.toISOString()}#~`,
    },
    ConsistentRead: true,
  });
  return items.map(mailIn);
}

/** Stores neither content nor recipient. */
export async function keepExpired({ id, template }: Mail, now: Date): Promise<void> {
  const since = now.toISOString();
  await putItem({
    TableName: TABLE(),
    Item: { pk: "expiredMail", sk: id, template, since, expiresAtEpoch: epochAfter(since) },
  });
}

const TURN_LASTS = 50 * SECOND;

/** @param quota undefined if SES did not answer @returns false while another turn may still be running */
export async function beginTurn(quota: SendingQuota | undefined, now: Date): Promise<boolean> {
  try {
    await putItem({
      TableName: TABLE(),
      Item: { pk: "mailQuota", sk: "effect", quota: quota ?? null, at: now.toISOString() },
      ConditionExpression: "attribute_not_exists(pk) OR #at < :before",
      ExpressionAttributeNames: { "#at": "at" },
      ExpressionAttributeValues: { ":before": new Date(now.getTime() - TURN_LASTS).toISOString() },
    });
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return false;
  }
}
