import type { Cohort } from "#shared/insights/growth.ts";
import { CHANNELS, type Channel } from "#shared/insights/moves.ts";

/** A cohort's figures: `joined/<channel>`, and `<month>/<channel>` (customers who returned minus those who left). */
export type CohortRow = { month: string; on: (figure: string) => number };

export function monthsFrom(first: string, last: string): string[] {
  const [year = 0, month = 1] = first.split("-").map(Number);
  const months: string[] = [];
  for (let at = new Date(Date.UTC(year, month - 1)); at.toISOString().slice(0, 7) <= last; ) {
    months.push(at.toISOString().slice(0, 7));
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
  }
  return months;
}

/** @param until the last month, which may be incomplete */
export function cohortOf({ month, on }: CohortRow, channel: Channel | "all", until: string): Cohort {
  const channels: readonly Channel[] = channel === "all" ? CHANNELS : [channel];
  const sum = (name: string) => channels.reduce((total, each) => total + on(`${name}/${each}`), 0);
  const customers = sum("joined");
  let kept = customers;
  return {
    month,
    customers,
    kept: monthsFrom(month, until).map((each) => {
      kept += sum(each);
      return kept;
    }),
  };
}
