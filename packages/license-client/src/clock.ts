/** What is kept of time. Milliseconds since 1970. */
export type ClockState = {
  /** The service's time minus this computer's, when they were compared last. */
  offset: number;
  /** The latest time that was ever seen, signed times included. */
  seen: number;
};

export const NEW_CLOCK: ClockState = { offset: 0, seen: 0 };

/** People correct clocks and travel; beyond this the service is asked. */
export const MAX_SET_BACK = 24 * 60 * 60_000;

export type Time = {
  /** Never before the latest time that was seen: setting the clock back gains nothing. */
  now: number;
  /** Whether the clock says a time more than a day before one that was seen. */
  wasSetBack: boolean;
};

/**
 * Reads the time. While the process runs, time also passes by the monotonic clock, so that a clock which is set back
 * again and again does not stop it.
 */
export function createWatch(clock: { now(): number; ticks(): number }) {
  let last = { time: 0, ticks: clock.ticks() };
  return {
    read({ offset, seen }: ClockState): Time {
      const told = clock.now() + offset;
      const ticks = clock.ticks();
      const passed = last.time === 0 ? 0 : last.time + Math.max(0, ticks - last.ticks);
      const now = Math.max(told, seen, passed);
      last = { time: now, ticks };
      return { now, wasSetBack: told < Math.max(seen, passed) - MAX_SET_BACK };
    },
    /** The service has said, signed and for this request, what time it is: that settles what was seen before. */
    set(serverTime: number): ClockState {
      last = { time: serverTime, ticks: clock.ticks() };
      return { offset: serverTime - clock.now(), seen: serverTime };
    },
  };
}
export type Watch = ReturnType<typeof createWatch>;
