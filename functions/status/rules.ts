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

/** `services` as the operator set them; what everyone is shown also depends on the open incidents. */
export type Board = { services: ServiceStates; updatedAt: string | null; open: readonly OpenIncident[] };
export type Change = {
  service: ServiceId;
  from: ServiceState;
  to: ServiceState;
  at: string;
  note: string | null;
};

/** The default: nothing was saved yet, or a service is missing or unknown. */
export const ALL_GREEN: ServiceStates = { chatgpt: "green", suno: "green", elevenlabs: "green" };

export function isStale({ updatedAt }: Pick<Board, "updatedAt">, now: Date): boolean {
  return updatedAt === null || now.getTime() - Date.parse(updatedAt) > STALE_AFTER;
}

/** When this write touches the board: never the same instant twice, so that each write sees the one before. */
export function nextTouch({ updatedAt }: Board, now: Date): string {
  const last = updatedAt === null ? 0 : Date.parse(updatedAt) + 1;
  // A clock that runs ahead may have written it: its lead is not worth an error.
  return new Date(Math.max(now.getTime(), last)).toISOString();
}

export const shownOf = ({ services, open }: Board): ServiceStates => shownStates(services, open);

/** The board with these incidents open, and what that changes for everyone. @param note says why */
export function withOpen(
  before: Board,
  open: readonly OpenIncident[],
  note: string,
  at: string,
): { board: Board & { updatedAt: string }; changes: Change[] } {
  const board = { services: before.services, updatedAt: at, open };
  return { board, changes: changesOf(shownOf(before), shownOf(board), note, new Date(at)) };
}

/** The last check of a day: whether it got an answer. */
type Checked = { lastCheckAt: string; lastAnswerAt: string | null };

export const wasAnswered = ({ lastCheckAt, lastAnswerAt }: Checked): boolean => lastAnswerAt === lastCheckAt;

/** This shop: as the incidents say, and no better than degraded while its own check gets no answer. */
export function siteState({ open }: Board, checked: Checked | null): ServiceState {
  const measured = checked === null || wasAnswered(checked) ? "green" : "yellow";
  return worstOf([impactOn("shop", open), measured]);
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

/** The UTC days that are shown, the oldest first. */
export function historyDays(now: Date): string[] {
  const start = historyStart(now).getTime();
  return Array.from({ length: HISTORY_DAYS }, (_, index) => utcDay(new Date(start + index * DAY)));
}

/**
 * Each of the days of a service at its worst: what it began with, and what it changed to.
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
