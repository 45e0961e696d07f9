import { HOUR, type Instant, toEpochSeconds } from "#shared/instant.ts";

/** Of an operator's row, what decides about sessions. */
type Operator = {
  readonly sessions: readonly Started[];
  readonly places: readonly (Place & { readonly at: Instant })[];
  readonly sessionsValidFrom: number;
};
type Started = { readonly id: string; readonly at: Instant; readonly endedAt?: Instant | undefined };
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
  readonly sessions: readonly { readonly id: string; readonly endedAt?: Instant | undefined }[];
};

export function isStarted(operator: Known, session: string): boolean {
  return operator.sessions.some(({ id, endedAt }) => id === session && endedAt === undefined);
}

/** The operator has signed out: the sign-in's tokens start no session anymore. */
export function isSignedOut(operator: Known, session: string): boolean {
  return operator.sessions.some(({ id, endedAt }) => id === session && endedAt !== undefined);
}

/** The session stays in the row, as ended, until no token can renew it. */
export function withoutSession<O extends Operator & { readonly version: number }>(
  before: O,
  session: string,
  now: Date,
) {
  const endedAt = now.toISOString();
  return {
    ...before,
    sessions: before.sessions.map((each) => (each.id === session ? { ...each, endedAt } : each)),
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
    sessions: [...live, { id: session, at }].slice(-MAX_SESSIONS),
    places: [...others, { ...place, at }].slice(-MAX_PLACES),
    factorResetAt: null,
    version: before.version + 1,
  };
}
