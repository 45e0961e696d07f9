import { randomBytes } from "node:crypto";

/** Things that wait for the client's next step: each can be taken once, and only for some minutes. */
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
    /** A refused answer leaves the step open for another try; `attempt` must be done when it returns. */
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
