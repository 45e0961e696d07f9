import { Click } from "#shared/affiliates/activity.ts";
import { Commission } from "#shared/affiliates/commission.ts";
import { follow } from "../platform/rowChanges.ts";
import { conversionOf } from "./feed/rules.ts";
import { countClicks, recordConversion } from "./traffic/table.ts";

/** Every new click once into its counters, and every new commission once into the feed, however often told. */
export const handler = follow(async (changes) => {
  const added = changes.flatMap(({ before, after }) => (before === undefined && after ? [after] : []));
  await countClicks(added.filter(({ sk }) => sk === "click").map((row) => Click.parse(row)));
  const commissions = added.filter(({ sk }) => String(sk).startsWith("commission#"));
  for (const row of commissions) await recordConversion(conversionOf(Commission.parse(row)));
});
