import * as z from "zod/mini";
import { Instant } from "#shared/instant.ts";
import { SendingQuota } from "#shared/mail/waiting.ts";
import { type Item, queryItems } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

const Since = z.object({ since: Instant });
const Told = z.object({ quota: z.nullable(SendingQuota) });

async function rowsOf(pk: string, limit: number): Promise<Item[]> {
  const { items } = await queryItems({
    TableName: env("TABLE_EVENTS"),
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": pk },
    Limit: limit,
  });
  return items;
}

/** When the mails began to wait, or when they expired. */
export async function listUnsent(which: "waitingMail" | "expiredMail", limit: number): Promise<Instant[]> {
  return (await rowsOf(which, limit)).map((item) => Since.parse(item).since);
}

/** SES's quota when mail last waited; null if SES did not answer, or if no mail has ever waited. */
export async function readToldQuota(): Promise<SendingQuota | null> {
  const [told] = await rowsOf("mailQuota", 1);
  return told === undefined ? null : Told.parse(told).quota;
}
