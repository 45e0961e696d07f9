import { randomBytes } from "node:crypto";

/** Values that wait for the client's next step. Each can be taken once, within its lifetime. */
export function waitingRoom<T>(lifetimeMs: number, now: () => number) {
  const waiting = new Map<string, { value: T; expiresAt: number }>();

  return {
    put(value: T): string {
      for (const [id, entry] of waiting) {
        if (entry.expiresAt >= now()) break;
        waiting.delete(id);
      }
      const id = randomBytes(64).toString("base64");
      waiting.set(id, { value, expiresAt: now() + lifetimeMs });
      return id;
    },
    take(id: string): T | "expired" | undefined {
      const entry = waiting.get(id);
      waiting.delete(id);
      if (!entry) return undefined;
      return entry.expiresAt < now() ? "expired" : entry.value;
    },
    has: (id: string): boolean => waiting.has(id),
    /** After a refused answer, keeps the step open for another lifetime. `attempt` must be synchronous. */
    keepOnRefusal<Result>(id: string, value: T, attempt: () => Result): Result {
      try {
        return attempt();
      } catch (refusal) {
        waiting.set(id, { value, expiresAt: now() + lifetimeMs });
        throw refusal;
      }
    },
  };
}
