/** Counts each key within a window that starts at the key's first count. Keeps the counts in memory only. */
export function windowLimit(most: number, windowMs: number, now: () => number) {
  const counts = new Map<string, { count: number; since: number }>();

  const current = (key: string) => {
    const kept = counts.get(key);
    return kept && now() - kept.since < windowMs ? kept : { count: 0, since: now() };
  };
  return {
    reached: (key: string): boolean => current(key).count >= most,
    add(key: string): void {
      const { count, since } = current(key);
      counts.set(key, { count: count + 1, since });
    },
    clear: (key: string): void => void counts.delete(key),
  };
}
export type WindowLimit = ReturnType<typeof windowLimit>;

const FREE_FAILURES = 5;
const LONGEST_LOCK_MS = 15 * 60 * 1000;

/** Locks a user for a second after five wrong passwords. Each further one doubles the time, up to 15 minutes. */
export function passwordLock(now: () => number) {
  const failures = new Map<string, { count: number; lockedUntil: number }>();

  return {
    locked: (username: string): boolean => (failures.get(username)?.lockedUntil ?? 0) > now(),
    fail(username: string): void {
      const count = (failures.get(username)?.count ?? 0) + 1;
      const over = count - FREE_FAILURES;
      const lockMs = over < 0 ? 0 : Math.min(1000 * 2 ** over, LONGEST_LOCK_MS);
      failures.set(username, { count, lockedUntil: now() + lockMs });
    },
    succeed: (username: string): void => void failures.delete(username),
  };
}
export type PasswordLock = ReturnType<typeof passwordLock>;
