import { getFeed } from "#shared/status/public.ts";
import { http } from "../http/index.ts";
import { env } from "../platform/env.ts";
import { feedOf } from "./feedOf.ts";
import { historyStart } from "./rules.ts";
import { readHistory } from "./table.ts";

export const handler = http(getFeed)(async ({ now }) => {
  const { changes, incidents } = await readHistory(historyStart(now));
  return feedOf(changes.toReversed(), incidents, env("SITE_URL"));
});
