import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { follow } from "../platform/stream.ts";
import { followStatus } from "./earning/followStatus.ts";
import { noticesOf } from "./notices/noticesOf.ts";

/**
 * Follows Affiliates: mails affiliates what changed, holds their commissions when they are suspended and releases
 * them afterwards.
 */
export const handler = follow(async (changes, now) => {
  await enqueue(env("MAIL_QUEUE_URL"), noticesOf(changes, now));
  for (const { before, after } of changes)
    if (before !== undefined && after?.sk === "affiliate" && before.status !== after.status)
      await followStatus(String(after.affiliateId), now);
});
