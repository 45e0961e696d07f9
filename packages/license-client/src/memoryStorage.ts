import type { Storage } from "./ports.ts";

/** Storage in memory, for tests and the verification of a deployment. */
export function memoryStorage(): Storage {
  const texts = new Map<string, string>();
  const queues = new Map<string, Promise<unknown>>();
  return {
    read: async (name) => texts.get(name),
    write: async (name, text) => void texts.set(name, text),
    lock(name, work) {
      const mine = (queues.get(name) ?? Promise.resolve()).then(work);
      queues.set(
        name,
        mine.catch(() => undefined),
      );
      return mine;
    },
  };
}
