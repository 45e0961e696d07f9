import type { Storage } from "./state.ts";
import { type Entry, fieldsOf, parseJson, textOf } from "./wire.ts";

const NAME = "outbox";
/** Months of work; of more than that the oldest are forgotten. */
const MOST_KEPT = 2000;
/** What the service takes at a time. */
export const MOST_SENT = 25;
const LONGEST_TITLE = 200;

/** What was not reported yet. It is kept before it is sent and forgotten when it has arrived. */
export type Outbox = {
  add(entry: Entry): Promise<void>;
  next(most?: number): readonly Entry[];
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
    next: (most = MOST_SENT) => entries.slice(0, most),
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

/** A title as the service takes it: one line, not too long, and no half of a character. */
export function titleOf(text = ""): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, " ").trim();
  return line.slice(0, LONGEST_TITLE).toWellFormed();
}

/** A no to what is in a report, for good; to anything else in the call it may still be a yes. */
export function isAboutEntries({ code, field }: { code: string; field: string }): boolean {
  return code === "VALIDATION_ERROR" && (field === "" || field.startsWith("entries"));
}

/** What of a batch will never be taken: the entry that the refusal's field names. Empty where it does not say. */
export function refusedOf(entries: readonly Entry[], field: string): readonly Entry[] {
  if (entries.length === 1) return entries;
  const index = Number(/^entries\.(\d+)/.exec(field)?.[1]);
  return entries.filter((_, place) => place === index);
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
