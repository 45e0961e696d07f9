import type { Storage } from "../state.ts";

/** The webview's own storage (`localStorage`). @param prefix keeps it apart from the application's other things */
export function webStorage(
  store: { getItem(key: string): string | null; setItem(key: string, value: string): void },
  prefix = "license.",
): Storage {
  return {
    read: async (name) => store.getItem(prefix + name) ?? undefined,
    write: async (name, text) => store.setItem(prefix + name, text),
  };
}
