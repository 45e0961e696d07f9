/** What is kept of time. Milliseconds since 1970. */
export type ClockState = {
  /** The service's time minus this computer's, by its latest signed answer. */
  offset: number;
  /** The latest time that was ever seen, signed times included. */
  seen: number;
  /** The latest time that had been seen when the waiting request file was made; 0 where that proves nothing. */
  asked: number;
};

export const NEW_CLOCK: ClockState = { offset: 0, seen: 0, asked: 0 };

/** People correct clocks and travel; beyond this the service is asked. */
export const MAX_SET_BACK = 24 * 60 * 60_000;

/** What the service said last, signed: its time, and what this computer's clock said when it asked. */
export type Comparison = { serverTime: number; local: number };

/**
 * A request's nonce names the clock of the computer that sends it, so the signed answer compares both clocks, and
 * nobody can edit that later.
 */
export const nonceAt = (id: string, local: number): string => `${id}_${Math.max(0, Math.floor(local))}`;

/** @returns undefined for a nonce that names no clock */
export function clockOfNonce(nonce: string): number | undefined {
  const [, local] = /_(\d{1,16})$/.exec(nonce) ?? [];
  return local === undefined ? undefined : Number(local);
}

/**
 * The clock as it may be believed: what is stored could be edited and sealed again. The offset is what the signed answer
 * says, within a day where there is none, and nothing before that answer counts.
 */
export function believed({ offset, seen, asked }: ClockState, signed: Comparison | undefined): ClockState {
  if (signed === undefined)
    return { offset: Math.min(Math.max(offset, -MAX_SET_BACK), MAX_SET_BACK), seen, asked };
  const { serverTime, local } = signed;
  return { offset: serverTime - local, seen: Math.max(seen, serverTime), asked };
}

export type Time = {
  /** Never before the latest time that was seen: setting the clock back gains nothing. */
  now: number;
  /** Whether the clock says a time more than a day before one that was seen. */
  wasSetBack: boolean;
};

/**
 * The clock as it is to be kept after an answer file. The lease was issued after the request was made: where a later
 * time had been seen by then, the clock stood ahead, and what was seen goes back by as much and no further. The time
 * that passed since the request still counts, so that keeping an answer for later gains nothing.
 * @param local the computer's clock; an offset that contradicts the lease was learned from a clock that was wrong
 */
export function clockAfterAnswer(
  { offset, seen, asked }: ClockState,
  { issuedAt, endsAt }: { issuedAt: number; endsAt: number },
  local: number,
): ClockState {
  const ahead = Math.max(0, asked - issuedAt);
  const told = local + offset;
  const isLikely = told >= issuedAt - MAX_SET_BACK && told < endsAt;
  return { offset: isLikely ? offset : 0, seen: Math.max(issuedAt, seen - ahead), asked: 0 };
}

/**
 * Reads the time. While the process runs, time also passes by the monotonic clock, so that a clock which is set back
 * again and again does not stop it.
 */
export function createWatch(clock: { now(): number; ticks(): number }) {
  let last = { time: 0, ticks: clock.ticks() };
  return {
    read({ offset, seen }: Pick<ClockState, "offset" | "seen">): Time {
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
      return { offset: serverTime - clock.now(), seen: serverTime, asked: 0 };
    },
    /** What is kept of time, and nothing else, decides from now on: as after a restart. */
    restart(): void {
      last = { time: 0, ticks: clock.ticks() };
    },
  };
}
export type Watch = ReturnType<typeof createWatch>;
