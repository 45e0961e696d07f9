import { DAY, utcDay } from "#shared/instant.ts";
import { impactOn, shownStates } from "#shared/status/incident.ts";
import {
  HISTORY_DAYS,
  SERVICES,
  type ServiceId,
  type ServiceState,
  type ServiceStates,
  STALE_AFTER,
  worstOf,
} from "#shared/status/service.ts";
import type { OpenIncident } from "./incidents/rules.ts";

/** `services` as operators set them. The states that visitors see also depend on the open incidents. */
export type Board = { services: ServiceStates; updatedAt: string | null; open: readonly OpenIncident[] };
export type Change = {
  service: ServiceId;
  from: ServiceState;
  to: ServiceState;
  at: string;
  note: string | null;
};

export const ALL_GREEN: ServiceStates = { chatgpt: "green", suno: "green", elevenlabs: "green" };

export function isStale({ updatedAt }: Pick<Board, "updatedAt">, now: Date): boolean {
  return updatedAt === null || now.getTime() - Date.parse(updatedAt) > STALE_AFTER;
}

/** The time of this write. Always later than the previous write, so that concurrent writes are detected. */
export function nextTouch({ updatedAt }: Board, now: Date): string {
  const last = updatedAt === null ? 0 : Date.parse(updatedAt) + 1;
  // Another server's clock may be ahead.
  return new Date(Math.max(now.getTime(), last)).toISOString();
}

export const shownOf = ({ services, open }: Board): ServiceStates => shownStates(services, open);

export function withOpen(
  before: Board,
  open: readonly OpenIncident[],
  note: string,
  at: string,
): { board: Board & { updatedAt: string }; changes: Change[] } {
  const board = { services: before.services, updatedAt: at, open };
  return { board, changes: changesOf(shownOf(before), shownOf(board), note, new Date(at)) };
}

type Checked = { lastCheckAt: string; lastAnswerAt: string | null };

export const wasAnswered = ({ lastCheckAt, lastAnswerAt }: Checked): boolean => lastAnswerAt === lastCheckAt;

/** The shop's own state: from incidents, and at best degraded while its check fails. */
export function siteState({ open }: Board, checked: Checked | null): ServiceState {
  const measured = checked === null || wasAnswered(checked) ? "green" : "yellow";
  return worstOf([impactOn("shop", open), measured]);
}

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

export function historyStart(now: Date): Date {
  return new Date(Date.parse(utcDay(now)) - (HISTORY_DAYS - 1) * DAY);
}

export function historyDays(now: Date): string[] {
  const start = historyStart(now).getTime();
  return Array.from({ length: HISTORY_DAYS }, (_, index) => utcDay(new Date(start + index * DAY)));
}

/**
 * A service's worst state on each day, including the state at the start of the day.
 * @param changes since the first of the days, oldest first
 */
export function daysOf(
  service: ServiceId,
  current: ServiceState,
  changes: readonly Change[],
  days: readonly string[],
): ServiceState[] {
  const own = changes.filter((change) => change.service === service);
  let state = own[0]?.from ?? current;
  return days.map((day) => {
    const during = own.filter(({ at }) => at.startsWith(day)).map(({ to }) => to);
    const worst = worstOf([state, ...during]);
    state = during.at(-1) ?? state;
    return worst;
  });
}
