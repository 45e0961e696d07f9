import { cron } from "./cron.ts";

export type Timetable = {
  /** The first due time after an instant, or null. Rates count from `anchor`. */
  next(after: Date, anchor: Date): Date | null;
};

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** `rate(5 minutes)` or `cron(0 3 * * ? *)`, in UTC. */
export function timetable(expression: string): Timetable {
  const [, kind, inside = ""] = /^(rate|cron)\((.*)\)$/.exec(expression) ?? [];
  if (kind === "rate") return rate(inside, expression);
  if (kind === "cron") return { next: cron(inside) };
  throw new Error(`"${expression}" is not a schedule: write rate(…) or cron(…).`);
}

function rate(inside: string, expression: string): Timetable {
  const [, count = "", unit = "", plural] = /^(\d+) (minute|hour|day)(s?)$/.exec(inside) ?? [];
  const period = Number(count) * (UNIT_MS[unit] ?? 0);
  // EventBridge refuses "1 minutes" and "5 minute".
  if (period <= 0 || (count === "1") !== (plural === "")) {
    throw new Error(
      `"${expression}" is not a rate: write rate(1 minute), rate(5 minutes), rate(1 hour) and so on.`,
    );
  }
  const next = (after: Date, anchor: Date) => {
    const periods = Math.floor((after.getTime() - anchor.getTime()) / period) + 1;
    return new Date(anchor.getTime() + Math.max(periods, 1) * period);
  };
  return { next };
}
