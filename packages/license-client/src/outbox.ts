import type { Storage } from "./ports.ts";
import { type Entry, fieldsOf, parseJson, textOf } from "./wire.ts";

const NAME = "outbox";
/** Enough for months of work. Beyond this number, the oldest reports are dropped. */
export const MAX_KEPT = 2000;
/** The service's limit per call. */
export const MAX_SENT = 25;

// The number of lost reports: dropped from a full outbox, or refused by the service.
export type Dropped = { full: number; refused: number };
type Content = { entries: Entry[]; dropped: Dropped };

/** Waiting reports, shared by all processes. They are stored before sending and removed after their arrival. */
export type Outbox = {
  add(entry: Entry): Promise<void>;
  read(): Promise<Content>;
  remove(entries: readonly Entry[], isRefused: boolean): Promise<void>;
};

export function openOutbox(storage: Storage): Outbox {
  const read = async (): Promise<Content> => readContent(parseJson(await storage.read(NAME)));
  const change = (how: (content: Content) => Content) =>
    storage.lock(NAME, async () => storage.write(NAME, JSON.stringify(how(await read()))));
  return {
    read,
    add: (entry) =>
      change(({ entries, dropped }) => {
        const all = [...entries, entry];
        const over = Math.max(0, all.length - MAX_KEPT);
        return { entries: all.slice(over), dropped: { ...dropped, full: dropped.full + over } };
      }),
    remove: (gone, isRefused) =>
      change(({ entries, dropped }) => {
        const ids = new Set(gone.map(({ id }) => id));
        const left = entries.filter(({ id }) => !ids.has(id));
        const refused = dropped.refused + (isRefused ? entries.length - left.length : 0);
        return { entries: left, dropped: { ...dropped, refused } };
      }),
  };
}

/** Whether the service refused a report's content, which is final. After other refusals, a retry can succeed. */
export function isAboutEntries({ code, field }: { code: string; field: string }): boolean {
  return code === "VALIDATION_ERROR" && (field === "" || field.startsWith("entries"));
}

/** The report that a refusal names, or the only report. Empty if the refusal names none of several reports. */
export function refusedOf(entries: readonly Entry[], field: string): readonly Entry[] {
  if (entries.length === 1) return entries;
  const index = Number(/^entries\.(\d+)/.exec(field)?.[1]);
  return entries.filter((_, place) => place === index);
}

const MAX_ENTRY = 2000;

/** Also reads the plain list that versions before 1.0 stored. */
function readContent(value: unknown): Content {
  const { entries, dropped } = Array.isArray(value) ? { entries: value } : fieldsOf(value);
  const { full, refused } = fieldsOf(dropped);
  return {
    entries: Array.isArray(entries) ? entries.flatMap(readEntry) : [],
    dropped: { full: countOf(full), refused: countOf(refused) },
  };
}

const countOf = (value: unknown): number => (Number.isInteger(value) ? Number(value) : 0);

function readEntry(value: unknown): Entry[] {
  const { id, type, status, at, title } = fieldsOf(value);
  if (type !== "video_created" && type !== "video_published" && type !== "error") return [];
  // A firewall might refuse a longer report and so block every report behind it.
  if (
    typeof id !== "string" ||
    typeof at !== "string" ||
    id.length + at.length + textOf(title).length > MAX_ENTRY
  )
    return [];
  const text = textOf(title);
  return [
    { id, type, status: status === "error" ? "error" : "success", at, ...(text ? { title: text } : {}) },
  ];
}
