import { HOUR, type Instant, MINUTE, toEpochSeconds } from "#shared/instant.ts";

type Operator = {
  readonly sessions: readonly Started[];
  readonly places: readonly (Place & { readonly at: Instant })[];
  readonly sessionsValidFrom: number;
};
type Started = Known["sessions"][number] & { readonly at: Instant };
type Place = { readonly device: string; readonly country: string | null };

/** How long the operators' client can renew a sign-in (infra/operatorAuth.ts). */
const SESSION_LIFE_MS = 12 * HOUR;
const MAX_SESSIONS = 100;
const MAX_PLACES = 50;

/** `auth_time` counts whole seconds, so a sign-in in the second in which sessions were ended counts as ended. */
export function isEnded(operator: Pick<Operator, "sessionsValidFrom">, signedInAt: Date): boolean {
  return toEpochSeconds(signedInAt.toISOString()) <= operator.sessionsValidFrom;
}

type Known = {
  readonly sessions: readonly {
    readonly id: string;
    readonly endedAt?: Instant | undefined;
    readonly usedAt?: Instant | undefined;
  }[];
};

/**
 * Half an hour without a call. The margin covers a token that was renewed five minutes before the last call, and the
 * minute within which the row stores no second renewal.
 */
const IDLE_AFTER = 36 * MINUTE;

const isOver = ({ endedAt, usedAt }: Known["sessions"][number], now: Date): boolean =>
  endedAt !== undefined || (usedAt !== undefined && now.getTime() - Date.parse(usedAt) >= IDLE_AFTER);

export const hasOperatorSession = ({ sessions }: Known, session: string, now: Date): boolean =>
  sessions.some((each) => each.id === session && !isOver(each, now));

/** Tabs of one session may renew at the same time, so the row stores at most one renewal a minute. */
export const isUseKnown = ({ sessions }: Known, session: string, now: Date): boolean =>
  sessions.some(({ id, usedAt }) => id === session && now.getTime() - Date.parse(usedAt ?? "") < MINUTE);

/** The tokens of a session that is over cannot start it again. */
export const hasBeenOver = ({ sessions }: Known, session: string, now: Date): boolean =>
  sessions.some((each) => each.id === session && isOver(each, now));

/** An ended session stays in the row until its tokens can no longer be renewed. */
export function withMark<O extends Operator & { readonly version: number }>(
  before: O,
  session: string,
  mark: "endedAt" | "usedAt",
  now: Date,
) {
  const marked = { [mark]: now.toISOString() };
  return {
    ...before,
    sessions: before.sessions.map((each) => (each.id === session ? { ...each, ...marked } : each)),
    version: before.version + 1,
  };
}

/** When an operator last called, to about five minutes; null before the first sign-in. */
export function lastSeenAt({ sessions, places }: Pick<Operator, "sessions" | "places">): Instant | null {
  return (
    [...sessions.map(({ at, usedAt }) => usedAt ?? at), ...places.map(({ at }) => at)].sort().at(-1) ?? null
  );
}

export function isNewPlace({ places }: Pick<Operator, "places">, { device, country }: Place): boolean {
  return (
    !places.some((place) => place.device === device) || !places.some((place) => place.country === country)
  );
}

/** Drops sessions that can no longer be renewed, and the oldest places. */
export function withSession<O extends Operator & { readonly version: number }>(
  before: O,
  session: string,
  place: Place,
  now: Date,
) {
  const at = now.toISOString();
  const live = before.sessions.filter((each) => now.getTime() - Date.parse(each.at) < SESSION_LIFE_MS);
  const others = before.places.filter(
    ({ device, country }) => device !== place.device || country !== place.country,
  );
  return {
    ...before,
    sessions: [...live, { id: session, at, usedAt: at }].slice(-MAX_SESSIONS),
    places: [...others, { ...place, at }].slice(-MAX_PLACES),
    factorResetAt: null,
    version: before.version + 1,
  };
}
