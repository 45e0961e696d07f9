export type Interval = { interval: string; count: number };

const DAY = 24 * 60 * 60;

/**
 * The end of a period, counted from the billing anchor: a subscription from the 31st renews on the last day of
 * shorter months, and on the 31st again afterwards.
 */
export function periodEnd(anchor: number, start: number, every: Interval): number {
  for (let periods = 1; ; periods += 1) {
    const end = after(anchor, every, periods);
    if (end > start) return end;
  }
}

/** The time that is this many periods after the anchor, in epoch seconds. */
export function after(anchor: number, every: Interval, periods: number): number {
  const steps = every.count * periods;
  if (every.interval === "day") return anchor + steps * DAY;
  if (every.interval === "week") return anchor + steps * 7 * DAY;
  return addMonths(anchor, every.interval === "year" ? steps * 12 : steps);
}

function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}
