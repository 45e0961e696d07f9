import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { follow } from "../platform/stream.ts";
import { followStatus } from "./earning/updateCommission.ts";
import { noticesOf } from "./notices/noticesOf.ts";

/** Follows Affiliates: mails affiliates about changes, and holds or releases their commissions. */
export const handler = follow(async (changes, now) => {
  await enqueue(env("MAIL_QUEUE_URL"), noticesOf(changes, now));
  for (const { before, after, isReplayed } of changes) {
    const isMoved = before !== undefined && before.status !== after?.status;
    if (after?.sk === "affiliate" && (isReplayed || isMoved))
      await followStatus(String(after.affiliateId), now);
  }
});
