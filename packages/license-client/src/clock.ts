/**
 * Time that somebody who turns the computer's clock back does not gain by. The service's time is followed by a
 * difference to the computer's; and the latest moment that was ever seen is kept.
 */
export type ClockState = {
  /** Server time minus this computer's, milliseconds. */
  offset: number;
  /** The latest moment that was seen, by the server's time, milliseconds since 1970. */
  lastSeen: number;
};

/** Clocks are corrected by small steps all the time. */
const TOLERANCE_MS = 5 * 60_000;

export const NEW_CLOCK: ClockState = { offset: 0, lastSeen: 0 };

export function trustedNow(clock: ClockState, localNow: number): number {
  return localNow + clock.offset;
}

export function wasTurnedBack(clock: ClockState, localNow: number): boolean {
  return trustedNow(clock, localNow) < clock.lastSeen - TOLERANCE_MS;
}

/** Time goes on: what was seen is not forgotten. */
export function see(clock: ClockState, localNow: number): ClockState {
  return { ...clock, lastSeen: Math.max(clock.lastSeen, trustedNow(clock, localNow)) };
}

/** The service has said what time it is: whatever the computer's clock did before is settled. */
export function follow(clock: ClockState, serverTime: string | null, localNow: number): ClockState {
  const server = Date.parse(serverTime ?? "");
  return Number.isNaN(server) ? clock : { offset: server - localNow, lastSeen: server };
}
