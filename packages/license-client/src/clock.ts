/** The stored clock, in milliseconds since 1970. */
export type ClockState = {
  /** The service's time minus this computer's time, from the latest signed answer. */
  offset: number;
  /** The latest time ever seen, including signed times. */
  seen: number;
  /** The value of `seen` when the open request file was made; 0 after a later signed answer. */
  asked: number;
};

export const NEW_CLOCK: ClockState = { offset: 0, seen: 0, asked: 0 };

/** The clock may go back by a day, for corrections and travel. A larger jump needs a call to the service. */
export const MAX_SET_BACK = 24 * 60 * 60_000;

/** Two times from the latest signed answer: the service's time, and this computer's time at the request. */
export type Comparison = { serverTime: number; local: number };

/** Puts this computer's time into a request's nonce. The signed answer then proves the times of both clocks. */
export const nonceAt = (id: string, local: number): string => `${id}_${Math.max(0, Math.floor(local))}`;

export function clockOfNonce(nonce: string): number | undefined {
  const [, local] = /_(\d{1,16})$/.exec(nonce) ?? [];
  return local === undefined ? undefined : Number(local);
}

/**
 * Corrects a stored clock, because a customer can edit the store and seal it again. A signed answer gives the offset
 * and the lowest possible `seen`. Without a signed answer, the offset is limited to a day and to the lease's length. If
 * the limit were always a day, a lease of ten minutes would work for a day on each of many computers.
 */
export function believed(
  { offset, seen, asked }: ClockState,
  signed: Comparison | undefined,
  lease: { issuedAt: number; endsAt: number } | undefined,
): ClockState {
  if (signed === undefined) {
    const most = lease === undefined ? MAX_SET_BACK : Math.min(lease.endsAt - lease.issuedAt, MAX_SET_BACK);
    return { offset: Math.min(Math.max(offset, -most), most), seen, asked };
  }
  const { serverTime, local } = signed;
  return { offset: serverTime - local, seen: Math.max(seen, serverTime), asked };
}

export type Time = {
  /** Never before the latest time seen, so setting the clock back gains nothing. */
  now: number;
  /** Whether the clock is more than a day before the latest time seen. */
  wasSetBack: boolean;
};

/**
 * The clock to store after an answer file. The service issued the lease after the request was made. If the computer
 * had already seen a later time, its clock was ahead, and the seen time goes back by the difference. Time since the
 * request still counts, so keeping an answer for later gains nothing. Drops a stored offset that contradicts the lease.
 * @param local the computer's time
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
 * Reads the time. While the process runs, a monotonic clock counts as well, so setting the clock back repeatedly does
 * not stop the time.
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
    set(serverTime: number): ClockState {
      last = { time: serverTime, ticks: clock.ticks() };
      return { offset: serverTime - clock.now(), seen: serverTime, asked: 0 };
    },
    /** Resets the monotonic count, so that the stored clock decides, as after a restart. */
    restart(): void {
      last = { time: 0, ticks: clock.ticks() };
    },
  };
}
export type Watch = ReturnType<typeof createWatch>;
