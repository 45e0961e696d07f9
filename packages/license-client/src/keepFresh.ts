import type { License } from "./api.ts";
import type { Clock, Timers } from "./ports.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MAX_APART = 12 * HOUR;

/**
 * Refreshes at once, then when half of the lease is over, at least twice a day; retries after a minute, then two, up to
 * an hour. A lease of ten minutes is renewed after five. Each wait is shortened by chance, so that computers which
 * lost the service together do not return together.
 */
export function keepFresh(
  license: Pick<License, "refresh" | "sendReports">,
  clock: Pick<Clock, "now">,
  timers: Timers,
): () => void {
  const ended = new AbortController();
  let cancel = () => {};
  let failures = 0;

  const wait = (milliseconds: number) => {
    if (!ended.signal.aborted) cancel = timers(milliseconds * (0.9 + Math.random() * 0.1), () => void turn());
  };

  /** @returns for how long nothing needs to be done; undefined if a retry is due soon */
  async function attempt(): Promise<number | undefined> {
    const { signal } = ended;
    const { state, outcome } = await license.refresh({ signal });
    const { waiting } = await license.sendReports({ signal });
    if (outcome !== "done" || state.name !== "active" || waiting > 0) return undefined;
    return (state.leaseEndsAt?.getTime() ?? 0) - clock.now();
  }

  async function turn(): Promise<void> {
    const left = await attempt();
    failures = left === undefined ? failures + 1 : 0;
    if (left === undefined) wait(Math.min(MINUTE * 2 ** (failures - 1), HOUR));
    else wait(Math.min(Math.max(left / 2, MINUTE), MAX_APART));
  }

  wait(0);
  return () => {
    ended.abort();
    cancel();
  };
}
