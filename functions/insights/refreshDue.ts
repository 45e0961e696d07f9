import { MINUTE } from "#shared/instant.ts";
import { listDue, refreshEntries } from "../directory/index.ts";
import { remindTrials } from "../licenses/index.ts";
import { log } from "../platform/log.ts";
import { scheduled } from "../platform/schedule.ts";
import { loadKey, loadUser } from "./entryTable.ts";

const STOP_BEFORE_END = MINUTE;
const QUEUES = [
  { queue: "users", prefix: /^user#/, load: loadUser },
  { queue: "keys", prefix: /^key#/, load: loadKey },
] as const;

/**
 * Every hour: refreshes entries whose `dueAt` has passed. No stream reports the change, because an expiring license
 * changes no row. Also mails the owners of trials that end soon or have ended. The next run continues where this run
 * stops.
 */
export const handler = scheduled(async (now, remainingMs) => {
  let refreshed = 0;
  let isLeft = false;
  for (const { queue, prefix, load } of QUEUES) {
    let cursor: string | undefined;
    do {
      const { ids, next } = await listDue(queue, now, cursor);
      await refreshEntries(ids, (id) => load(id.replace(prefix, ""), now));
      refreshed += ids.length;
      cursor = next ?? undefined;
    } while (cursor !== undefined && remainingMs() > STOP_BEFORE_END);
    isLeft ||= cursor !== undefined;
  }
  const { told, isLeft: isMoreToTell } = await remindTrials(now, () => remainingMs() > STOP_BEFORE_END);
  log.info("directory.refreshed", { refreshed, told });
  return { refreshed, told, finished: !isLeft && !isMoreToTell };
});
