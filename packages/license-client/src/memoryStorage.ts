import type { Storage } from "./ports.ts";

/** Storage that ends with the process, for tests and checks. */
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
