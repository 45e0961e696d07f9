import { getStatus } from "#shared/status/public.ts";
import { http } from "../http/index.ts";
import { isStale, shownOf, siteState, wasAnswered } from "./rules.ts";
import { readNow } from "./table.ts";

export const handler = http(getStatus)(async ({ now }) => {
  const { board, checked } = await readNow(now);
  return {
    services: shownOf(board),
    site: siteState(board, checked),
    answered: checked === null ? null : wasAnswered(checked),
    incidents: [...board.open],
    updated_at: board.updatedAt,
    stale: isStale(board, now),
  };
});
