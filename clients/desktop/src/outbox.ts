import type { Storage } from "./state.ts";
import { type Entry, fieldsOf, parseJson, textOf } from "./wire.ts";

const NAME = "outbox";
/** Months of work; of more than that the oldest are forgotten. */
const MOST_KEPT = 2000;
/** What the service takes at a time. */
export const MOST_SENT = 25;

/** What was not reported yet. It is kept before it is sent and forgotten when it has arrived. */
export type Outbox = {
  add(entry: Entry): Promise<void>;
  next(): readonly Entry[];
  forget(entries: readonly Entry[]): Promise<void>;
  readonly size: number;
};

export async function openOutbox(storage: Storage): Promise<Outbox> {
  const kept = parseJson(await storage.read(NAME));
  let entries: Entry[] = Array.isArray(kept) ? kept.flatMap(readEntry) : [];
  const save = () => storage.write(NAME, JSON.stringify(entries));
  return {
    async add(entry) {
      entries = [...entries, entry].slice(-MOST_KEPT);
      await save();
    },
    next: () => entries.slice(0, MOST_SENT),
    async forget(sent) {
      const ids = new Set(sent.map(({ id }) => id));
      entries = entries.filter(({ id }) => !ids.has(id));
      await save();
    },
    get size() {
      return entries.length;
    },
  };
}

function readEntry(value: unknown): Entry[] {
  const { id, type, status, at, title } = fieldsOf(value);
  if (type !== "video_created" && type !== "video_published" && type !== "error") return [];
  if (typeof id !== "string" || typeof at !== "string") return [];
  return [
    {
      id,
      type,
      status: status === "error" ? "error" : "success",
      at,
      ...(textOf(title) === "" ? {} : { title: textOf(title) }),
    },
  ];
}
