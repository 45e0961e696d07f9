import { utcDay } from "#shared/instant.ts";
import { getHistory } from "#shared/status/public.ts";
import { http } from "../platform/http.ts";
import { daysOf, historyStart, shownOf } from "./rules.ts";
import { readHistory } from "./table.ts";
import { uptimeOf } from "./uptime/rules.ts";

export const handler = http(getHistory)(async ({ now }) => {
  const start = historyStart(now);
  const { board, changes, checked, incidents } = await readHistory(start);
  const shown = shownOf(board);
  return {
    since: utcDay(start),
    days: {
      chatgpt: daysOf("chatgpt", shown.chatgpt, changes, now),
      suno: daysOf("suno", shown.suno, changes, now),
      elevenlabs: daysOf("elevenlabs", shown.elevenlabs, changes, now),
    },
    changes: changes.toReversed(),
    incidents,
    uptime: uptimeOf(checked, now),
  };
});
