import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** The checks of one UTC day, and how many succeeded. */
export const DayOfChecks = z.object({ checks: z.number(), answered: z.number() });
export type DayOfChecks = z.output<typeof DayOfChecks>;

/** What diagnostics/probe measured. It requests a page and an API call every five minutes. */
export const Uptime = z.object({
  /** The last 90 days, oldest first; null: no check ran on that day. */
  days: z.array(z.nullable(DayOfChecks)),
  last_check_at: z.nullable(Instant),
  last_answer_at: z.nullable(Instant),
});
export type Uptime = z.output<typeof Uptime>;

/** The share of successful checks, from 0 to 1; null if no check ran. */
export function shareAnswered(days: readonly (DayOfChecks | null)[]): number | null {
  const sum = (of: (day: DayOfChecks) => number) =>
    days.reduce((total, day) => total + (day === null ? 0 : of(day)), 0);
  const checks = sum((day) => day.checks);
  return checks === 0 ? null : sum((day) => day.answered) / checks;
}
