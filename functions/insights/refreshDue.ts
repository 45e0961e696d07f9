import { MINUTE } from "#shared/instant.ts";
import { log } from "../platform/log.ts";
import { scheduled } from "../platform/schedule.ts";
import { loadUser } from "./directory/loadUser.ts";
import { listDue, refreshEntries } from "./directory/table.ts";

const STOP_BEFORE_END = MINUTE;

/**
 * Every hour: a license that ends by time alone changes no row, so no stream tells of it. Entries whose time has
 * come are made anew; one that is current leaves the queue by it. What is left over is the next run's.
 */
export const handler = scheduled(async (now, remainingMs) => {
  let refreshed = 0;
  let cursor: string | undefined;
  do {
    const { ids, next } = await listDue("users", now, cursor);
    await refreshEntries(ids, (id) => loadUser(id.replace(/^user#/, ""), now));
    refreshed += ids.length;
    cursor = next ?? undefined;
  } while (cursor !== undefined && remainingMs() > STOP_BEFORE_END);
  log.info("directory.refreshed", { refreshed });
  return { refreshed, finished: cursor === undefined };
});
