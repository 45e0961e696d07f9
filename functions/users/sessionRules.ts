import {
  type EndedSession,
  SESSION_LASTS,
  type Session,
  type StartedSessions,
} from "#shared/accounts/session.ts";
import { HOUR, type Instant, SECOND, toEpochSeconds } from "#shared/instant.ts";

type Marks = {
  sessionsValidFrom: number | null;
  keptSession: string | null;
  endedSessions: readonly EndedSession[];
};

/**
 * The first second whose sign-ins count after everything was ended at `now`. Tokens carry `auth_time` in whole
 * seconds, so a sign-in of the same second is taken for an earlier one.
 */
export const validFrom = (now: Date): number => Math.floor(now.getTime() / SECOND) + 1;

/**
 * Whether a token is of a session that has ended. A renewed token keeps both of its marks, so this also refuses all
 * renewals. An account without a mark (its row is older than the mark) accepts every session.
 * @param token `auth_time` in epoch seconds and `origin_jti`
 */
export function hasEnded(
  { sessionsValidFrom, keptSession, endedSessions }: Marks,
  { signedInAt, sessionId }: { signedInAt: number; sessionId: string | null },
): boolean {
  if (endedSessions.some(({ id }) => id === sessionId)) return true;
  if (sessionsValidFrom === null || (sessionId !== null && sessionId === keptSession)) return false;
  // Not a number is earlier than everything.
  return !(signedInAt >= sessionsValidFrom);
}

/** The ended sessions after one more; leaves out those that can no longer be renewed. */
export function withEnded(ended: readonly EndedSession[], id: string, now: Date): EndedSession[] {
  const seconds = now.getTime() / SECOND;
  const others = ended.filter((one) => one.id !== id && one.until > seconds);
  return [...others, { id, until: Math.ceil((now.getTime() + SESSION_LASTS) / SECOND) }];
}

/** More than a person ends in 30 days. The list is on the row that every call reads, and a row has room for 400 KB. */
export const MAX_ENDED = 200;

/**
 * The marks after one more session ended. Where the list is full, every session but the caller's ends: those in the list
 * with them, so it begins anew and none of them opens anything again.
 * @param caller the session that asks
 */
export function marksAfter(
  { sessionsValidFrom, keptSession, endedSessions }: Marks,
  id: string,
  caller: string | null,
  now: Date,
): Marks {
  const ended = withEnded(endedSessions, id, now);
  if (ended.length <= MAX_ENDED) return { sessionsValidFrom, keptSession, endedSessions: ended };
  return {
    sessionsValidFrom: validFrom(now),
    keptSession: caller === id ? null : caller,
    endedSessions: ended.slice(-1),
  };
}

/** More sign-ins than anybody needs in 30 days; the oldest has to sign in again. They fit into one unit of reading. */
const MAX_STARTED = 40;

/**
 * Whether the shop knows of a session's start, and so could notify the account's owner. It never learns who signs in at
 * the user pool alone, with a stolen password for instance. An account that never started one accepts all.
 * @param token `auth_time` in epoch seconds and `origin_jti`
 */
export function isStarted(
  started: StartedSessions | null,
  { signedInAt, sessionId }: { signedInAt: number; sessionId: string | null },
): boolean {
  return (
    started === null || signedInAt <= started.from || started.sessions.some(({ id }) => id === sessionId)
  );
}

/** Whether a session that no list names may still open something: one from before the first start that is known. */
export const mayBeUnlisted = (started: StartedSessions | null, now: Date): boolean =>
  started === null || now.getTime() - started.from * SECOND < SESSION_LASTS;

/** Once every session has ended: the next ones have to start, an account's first one too. */
export const noneStarted = (now: Date): StartedSessions => ({ from: validFrom(now) - 1, sessions: [] });

/** The started sessions after one more. */
export function withStarted(
  started: StartedSessions | null,
  { signedInAt, sessionId }: { signedInAt: number; sessionId: string },
  now: Date,
): StartedSessions {
  const sessions = withEnded(started?.sessions ?? [], sessionId, now).slice(-MAX_STARTED);
  return { from: started?.from ?? signedInAt, sessions };
}

/** The sessions that still open something, the latest use first. */
export function liveSessions(user: Marks, known: readonly Session[], now: Date): Session[] {
  const isLive = ({ id, signedInAt }: Session) =>
    now.getTime() - Date.parse(signedInAt) < SESSION_LASTS &&
    !hasEnded(user, { signedInAt: toEpochSeconds(signedInAt), sessionId: id });
  return known.filter(isLive).sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
}

/**
 * Whether a sign-in is news to the account's owner: from a browser or a country that none before was from. The account's
 * first one is not.
 * @param isFirst undefined where that cannot be said: with no other session known, the sign-in passes as the first
 */
export function isUnknown(
  { id, device, country }: Session,
  known: readonly Session[],
  isFirst: boolean | undefined,
): boolean {
  const others = known.filter((one) => one.id !== id);
  if (others.length === 0) return isFirst === false;
  return (
    !others.some((one) => one.device === device) ||
    (country !== null && !others.some((one) => one.country === country))
  );
}

/** The hour that an instant is in: what a session's last use is kept to. */
export const hourOf = (now: Date): Instant => new Date(Math.floor(now.getTime() / HOUR) * HOUR).toISOString();
