import type { Status } from "./status.ts";

/** @returns what cancels it */
export type Timers = (milliseconds: number, run: () => void) => () => void;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MOST_APART = 12 * HOUR;

export const globalTimers: Timers = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

type Keeper = {
  license: { refresh(): Promise<{ status: Status; wasReached: boolean }>; sendReports(): Promise<number> };
  now: () => number;
  timers?: Timers;
};

/**
 * Refreshes at once, then when half of the lease is over, at least twice a day; what failed is tried again after a
 * minute, then two, up to an hour. Reports that wait are sent on the way. Each wait is shortened by chance, so
 * that computers which lost the service together do not come back together.
 */
export function keepFresh({ license, now, timers = globalTimers }: Keeper): () => void {
  let cancel = () => {};
  let hasEnded = false;
  let failures = 0;

  const wait = (milliseconds: number) => {
    if (!hasEnded) cancel = timers(milliseconds * (0.9 + Math.random() * 0.1), () => void turn());
  };

  /** @returns how long all is well; undefined where something is to be tried again soon */
  async function attempt(): Promise<number | undefined> {
    const { status, wasReached } = await license.refresh();
    const waiting = await license.sendReports();
    const isWell = wasReached && status.mayStart && waiting === 0;
    return isWell ? (status.leaseEndsAt?.getTime() ?? 0) - now() : undefined;
  }

  async function turn(): Promise<void> {
    // A disk that is full is no reason to stop trying.
    const left = await attempt().catch(() => undefined);
    failures = left === undefined ? failures + 1 : 0;
    if (left === undefined) wait(Math.min(MINUTE * 2 ** (failures - 1), HOUR));
    else wait(Math.min(Math.max(left / 2, HOUR), MOST_APART));
  }

  wait(0);
  return () => {
    hasEnded = true;
    cancel();
  };
}
