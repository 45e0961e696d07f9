import { DAY, utcDay } from "#shared/instant.ts";
import { HISTORY_DAYS } from "#shared/status/service.ts";
import type { DayOfChecks, Uptime } from "#shared/status/uptime.ts";
import { historyStart } from "../rules.ts";

/** The checks of a UTC day ("2026-11-23"), and when the last one ran and was answered. */
export type CheckedDay = DayOfChecks & { day: string; lastCheckAt: string; lastAnswerAt: string | null };

/** Each day that is shown, and null for one without a check: nothing is known of it. */
export function uptimeOf(checked: readonly CheckedDay[], now: Date): Uptime {
  const start = historyStart(now).getTime();
  const byDay = new Map(checked.map((one) => [one.day, one]));
  const answers = checked.flatMap(({ lastAnswerAt }) => lastAnswerAt ?? []);
  return {
    days: Array.from({ length: HISTORY_DAYS }, (_, at) => {
      const found = byDay.get(utcDay(new Date(start + at * DAY)));
      return found ? { checks: found.checks, answered: found.answered } : null;
    }),
    last_check_at: checked.at(-1)?.lastCheckAt ?? null,
    last_answer_at: answers.at(-1) ?? null,
  };
}
