import type { License } from "./api.ts";
import type { Keeper } from "./keeper.ts";
import type { Timers } from "./ports.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MAX_APART = 12 * HOUR;

/**
 * Refreshes now, then after half of the remaining lease, and at least twice a day. After a failure, retries after one
 * minute, then two, four and so on, up to an hour. If half of the remaining lease is shorter than that wait, waits only
 * that half, but at least a minute. Every wait is up to 10% shorter, at random, so that computers do not all return at
 * once to a recovered service.
 */
export function keepFresh(
  license: Pick<License, "refresh" | "sendReports">,
  { leaseLeft, onLease }: Pick<Keeper, "leaseLeft" | "onLease">,
  timers: Timers,
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let cancel = () => {};
  let failures = 0;
  let isBusy = true;

  function wait(milliseconds: number): void {
    cancel();
    if (!signal.aborted) cancel = timers(milliseconds * (0.9 + Math.random() * 0.1), () => void turn());
  }

  function waitForNext(): void {
    const retry = failures === 0 ? MAX_APART : Math.min(MINUTE * 2 ** (failures - 1), HOUR);
    const left = leaseLeft();
    wait(left > 0 ? Math.min(Math.max(left / 2, MINUTE), retry) : retry);
  }

  async function turn(): Promise<void> {
    isBusy = true;
    const { state, outcome } = await license.refresh({ signal });
    const { waiting } = await license.sendReports({ signal });
    const isDone = outcome === "done" && state.name === "active" && waiting === 0;
    failures = isDone ? 0 : failures + 1;
    isBusy = false;
    waitForNext();
  }

  const forget = onLease(() => {
    if (!isBusy) waitForNext();
  });
  wait(0);
  return () => {
    ended.abort();
    forget();
    cancel();
  };
}
