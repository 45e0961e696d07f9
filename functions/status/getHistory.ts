import { utcDay } from "#shared/instant.ts";
import { getHistory } from "#shared/status/public.ts";
import { http } from "../platform/http.ts";
import { daysOf, historyStart } from "./rules.ts";
import { readHistory } from "./table.ts";
import { uptimeOf } from "./uptime/rules.ts";

export const handler = http(getHistory)(async ({ now }) => {
  const start = historyStart(now);
  const { board, changes, checked } = await readHistory(start);
  return {
    since: utcDay(start),
    days: {
      chatgpt: daysOf("chatgpt", board.services.chatgpt, changes, now),
      suno: daysOf("suno", board.services.suno, changes, now),
      elevenlabs: daysOf("elevenlabs", board.services.elevenlabs, changes, now),
    },
    changes: changes.toReversed(),
    uptime: uptimeOf(checked, now),
  };
});
