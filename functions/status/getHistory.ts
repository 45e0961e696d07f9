import { utcDay } from "#shared/instant.ts";
import { getHistory } from "#shared/status/public.ts";
import { http } from "../http/index.ts";
import { daysOf, historyDays, historyStart, shownOf } from "./rules.ts";
import { readHistory } from "./table.ts";
import { uptimeOf } from "./uptime/rules.ts";

export const handler = http(getHistory)(async ({ now }) => {
  const start = historyStart(now);
  const { board, changes, checked, incidents } = await readHistory(start);
  const shown = shownOf(board);
  const days = historyDays(now);
  return {
    since: utcDay(start),
    days: {
      chatgpt: daysOf("chatgpt", shown.chatgpt, changes, days),
      suno: daysOf("suno", shown.suno, changes, days),
      elevenlabs: daysOf("elevenlabs", shown.elevenlabs, changes, days),
    },
    changes: changes.toReversed(),
    incidents,
    uptime: uptimeOf(checked, days),
  };
});
