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

/** `auth_time` has whole seconds, so a sign-in in the same second counts as earlier. */
export const validFrom = (now: Date): number => Math.floor(now.getTime() / SECOND) + 1;

/**
 * Whether a token belongs to an ended session. Renewed tokens keep `auth_time` and `origin_jti`, so their session has
 * ended too. Without `sessionsValidFrom`, only the sessions in `endedSessions` have ended.
 * @param token `auth_time` in epoch seconds and `origin_jti`
 */
export function hasEnded(
  { sessionsValidFrom, keptSession, endedSessions }: Marks,
  { signedInAt, sessionId }: { signedInAt: number; sessionId: string | null },
): boolean {
  if (endedSessions.some(({ id }) => id === sessionId)) return true;
  if (sessionsValidFrom === null || (sessionId !== null && sessionId === keptSession)) return false;
  // NaN counts as ended.
  return !(signedInAt >= sessionsValidFrom);
}

export function withEnded(ended: readonly EndedSession[], id: string, now: Date): EndedSession[] {
  const seconds = now.getTime() / SECOND;
  const others = ended.filter((one) => one.id !== id && one.until > seconds);
  return [...others, { id, until: Math.ceil((now.getTime() + SESSION_LASTS) / SECOND) }];
}

/** More sessions than a person ends in 30 days. Every call reads the list, and a row has room for 400 KB. */
export const MAX_ENDED = 200;

/**
 * Adds an ended session. If the list is full, ends every session except the caller's and keeps only the new entry.
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

/** More sessions than a person starts in 30 days. Beyond 40, the oldest session ends. The list fits one read unit. */
const MAX_STARTED = 40;

/**
 * Whether the session started at the shop, which notifies the owner of unknown sign-ins. A sign-in at the user pool
 * alone, for example with a stolen password, does not start a session at the shop. Accounts without a recorded start
 * accept every session.
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

/** Whether sessions from before the first recorded start may still be valid. */
export const mayBeUnlisted = (started: StartedSessions | null, now: Date): boolean =>
  started === null || now.getTime() - started.from * SECOND < SESSION_LASTS;

/** After all sessions have ended, every session must start at the shop, even an account's first one. */
export const noneStarted = (now: Date): StartedSessions => ({ from: validFrom(now) - 1, sessions: [] });

export function withStarted(
  started: StartedSessions | null,
  { signedInAt, sessionId }: { signedInAt: number; sessionId: string },
  now: Date,
): StartedSessions {
  const sessions = withEnded(started?.sessions ?? [], sessionId, now).slice(-MAX_STARTED);
  return { from: started?.from ?? signedInAt, sessions };
}

export function liveSessions(user: Marks, known: readonly Session[], now: Date): Session[] {
  const isLive = ({ id, signedInAt }: Session) =>
    now.getTime() - Date.parse(signedInAt) < SESSION_LASTS &&
    !hasEnded(user, { signedInAt: toEpochSeconds(signedInAt), sessionId: id });
  return known.filter(isLive).sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
}

/**
 * Whether to notify the owner: the sign-in is from a new browser or a new country. An account's first sign-in needs no
 * notification.
 * @param isFirst undefined if unknown: without other sessions, the sign-in then counts as the first
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

/** A session's last use is stored to the hour. */
export const hourOf = (now: Date): Instant => new Date(Math.floor(now.getTime() / HOUR) * HOUR).toISOString();
