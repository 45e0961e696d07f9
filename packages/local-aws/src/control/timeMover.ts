import type { StackClock } from "./clock.ts";
import type { ClockChange } from "./server.ts";

export type TimeMoverOptions = {
  clock: StackClock;
  /** Others that live by the stack's clock, told after each step. */
  followers: readonly { advanceTo?: (time: Date) => Promise<void> }[];
  schedules: { advance: (to: Date, moveTo: (at: Date) => Promise<void> | void) => Promise<void> };
};

/**
 * Moves the stack's time forward. Every schedule and everything due at the followers runs at its due time, in order. Moving
 * back, to real time or earlier, undoes nothing.
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
    await schedules.advance(new Date(Date.now() + target), async (at) => {
      // Work on the way takes real time; the clock must not fall back by it.
      clock.pass(Math.max(clock.offsetMs, at.getTime() - Date.now()));
      await tell();
    });
    clock.setOffset(target);
    await tell();
  }

  // One after the other: two moves at once would each overtake the other's due times.
  return (change) => {
    const mine = queue.then(() => move(change));
    queue = mine.catch(() => {});
    return mine;
  };
}
