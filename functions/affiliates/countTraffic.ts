import { Click } from "#shared/affiliates/activity.ts";
import { Commission } from "#shared/affiliates/commission.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { follow } from "../platform/stream.ts";
import { countClicks, recordConversion } from "../referrals/index.ts";
import { conversionOf } from "./feed/entryRules.ts";
import { noticesOf } from "./notices/noticesOf.ts";

/** Follows Traffic and Payouts. */
export const handler = follow(async (changes, now) => {
  const added = changes.flatMap(({ before, after }) => (before === undefined && after ? [after] : []));
  await countClicks(added.filter(({ sk }) => sk === "click").map((row) => Click.parse(row)));
  const commissions = added.filter(({ sk }) => String(sk).startsWith("commission#"));
  for (const row of commissions) await recordConversion(conversionOf(Commission.parse(row)));
  await enqueue(env("MAIL_QUEUE_URL"), noticesOf(changes, now));
});
