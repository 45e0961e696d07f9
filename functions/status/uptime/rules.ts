import type { DayOfChecks, Uptime } from "#shared/status/uptime.ts";

/** The checks of a UTC day ("2026-11-23"), with the times of the latest check and the latest answer. */
export type CheckedDay = DayOfChecks & { day: string; lastCheckAt: string; lastAnswerAt: string | null };

export function uptimeOf(checked: readonly CheckedDay[], days: readonly string[]): Uptime {
  const byDay = new Map(checked.map((one) => [one.day, one]));
  const answers = checked.flatMap(({ lastAnswerAt }) => lastAnswerAt ?? []);
  return {
    days: days.map((day) => {
      const found = byDay.get(day);
      return found ? { checks: found.checks, answered: found.answered } : null;
    }),
    last_check_at: checked.at(-1)?.lastCheckAt ?? null,
    last_answer_at: answers.at(-1) ?? null,
  };
}
