import { HOUR, type Instant, MINUTE, toEpochSeconds } from "#shared/instant.ts";

/** Of an operator's row, what decides about sessions. */
type Operator = {
  readonly sessions: readonly Started[];
  readonly places: readonly (Place & { readonly at: Instant })[];
  readonly sessionsValidFrom: number;
};
type Started = Known["sessions"][number] & { readonly at: Instant };
type Place = { readonly device: string; readonly country: string | null };

/** The operators' client renews a sign-in for at most this long (infra/operatorAuth.ts). */
const SESSION_LIFE_MS = 12 * HOUR;
const MAX_SESSIONS = 100;
const MAX_PLACES = 50;

/** A sign-in of the second in which the sessions ended has ended too: `auth_time` counts whole seconds. */
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
 * Half an hour without a call: the last one may have had a token that was renewed five minutes before, in the minute after
 * the renewal that the row has.
 */
const IDLE_AFTER = 36 * MINUTE;

/** The operator has signed out, or renewed nothing for half an hour. */
const isOver = ({ endedAt, usedAt }: Known["sessions"][number], now: Date): boolean =>
  endedAt !== undefined || (usedAt !== undefined && now.getTime() - Date.parse(usedAt) >= IDLE_AFTER);

export const hasOperatorSession = ({ sessions }: Known, session: string, now: Date): boolean =>
  sessions.some((each) => each.id === session && !isOver(each, now));

/** Several pages of one session renew at once, and the row need not know of each. */
export const isUseKnown = ({ sessions }: Known, session: string, now: Date): boolean =>
  sessions.some(({ id, usedAt }) => id === session && now.getTime() - Date.parse(usedAt ?? "") < MINUTE);

/** The sign-in's tokens start no session anymore. */
export const hasBeenOver = ({ sessions }: Known, session: string, now: Date): boolean =>
  sessions.some((each) => each.id === session && isOver(each, now));

/** The session was renewed, or ended: then it stays in the row until no token can renew it. */
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

/** A device or a country that the operator never signed in from. */
export function isNewPlace({ places }: Pick<Operator, "places">, { device, country }: Place): boolean {
  return (
    !places.some((place) => place.device === device) || !places.some((place) => place.country === country)
  );
}

/** Adds a sign-in; sessions that no token can renew anymore, and the oldest places, go. */
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
