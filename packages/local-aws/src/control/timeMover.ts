import type { Schedules } from "../aws/schedules/schedules.ts";
import type { StackClock } from "./clock.ts";
import type { ClockChange } from "./server.ts";

export type TimeMoverOptions = {
  clock: StackClock;
  /** Parts that follow the stack's clock, notified after each step. */
  followers: readonly { advanceTo?: (time: Date) => Promise<void> }[];
  schedules: Pick<Schedules, "advance">;
};

/**
 * Moves the stack's time forward. Schedules and followers run everything at its due time, in order. Moving back
 * undoes nothing.
 */
export function timeMover({
  clock,
  followers,
  schedules,
}: TimeMoverOptions): (change: ClockChange) => Promise<void> {
  const tell = async () => {
    for (const follower of followers) await follower.advanceTo?.(clock.now());
  };
  let queue: Promise<void> = Promise.resolve();

  async function move(change: ClockChange): Promise<void> {
    if ("reset" in change) return clock.setOffset(0);
    if ("backSeconds" in change) return clock.setOffset(clock.offsetMs - change.backSeconds * 1000);
    const target = clock.offsetMs + change.advanceSeconds * 1000;
    const moveTo = async (at: Date) => {
      // Runs take real time. If the clock has passed `at` meanwhile, it must not go back.
      clock.pass(Math.max(clock.offsetMs, at.getTime() - Date.now()));
      await tell();
    };
    await schedules.advance(new Date(Date.now() + target), moveTo, change.lastRuns);
    clock.setOffset(target);
    await tell();
  }

  // One move at a time, because two at once would skip each other's due times.
  return (change) => {
    const mine = queue.then(() => move(change));
    queue = mine.catch(() => {});
    return mine;
  };
}
