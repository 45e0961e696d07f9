import { DAY, utcDay } from "#shared/instant.ts";
import {
  HISTORY_DAYS,
  SERVICES,
  type ServiceId,
  type ServiceState,
  type ServiceStates,
  STALE_AFTER,
  worstOf,
} from "#shared/status/service.ts";

export type Board = { services: ServiceStates; updatedAt: string | null };
export type Change = {
  service: ServiceId;
  from: ServiceState;
  to: ServiceState;
  at: string;
  note: string | null;
};

/** The default: nothing was saved yet, or a service is missing or unknown. */
export const ALL_GREEN: ServiceStates = { chatgpt: "green", suno: "green", elevenlabs: "green" };

export function isStale({ updatedAt }: Board, now: Date): boolean {
  return updatedAt === null || now.getTime() - Date.parse(updatedAt) > STALE_AFTER;
}

/** What a save changes: nothing is recorded for a service that stays as it is. */
export function changesOf(
  before: ServiceStates,
  after: ServiceStates,
  note: string | null,
  now: Date,
): Change[] {
  return SERVICES.filter((service) => before[service] !== after[service]).map((service) => ({
    service,
    from: before[service],
    to: after[service],
    at: now.toISOString(),
    note,
  }));
}

/** The first instant of the days that are shown. */
export function historyStart(now: Date): Date {
  return new Date(Date.parse(utcDay(now)) - (HISTORY_DAYS - 1) * DAY);
}

/**
 * Each day of a service at its worst: what it began with, and what it changed to.
 * @param changes since `historyStart`, oldest first
 */
export function daysOf(service: ServiceId, current: ServiceState, changes: Change[], now: Date) {
  const own = changes.filter((change) => change.service === service);
  const start = historyStart(now).getTime();
  let state = own[0]?.from ?? current;
  return Array.from({ length: HISTORY_DAYS }, (_, index): ServiceState => {
    const day = utcDay(new Date(start + index * DAY));
    const during = own.filter(({ at }) => at.startsWith(day)).map(({ to }) => to);
    const worst = worstOf([state, ...during]);
    state = during.at(-1) ?? state;
    return worst;
  });
}
