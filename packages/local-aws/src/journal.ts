import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * A map on disk. Each change appends a line, and opening rewrites the file. A change is stored once `set` returns. A
 * crash in the middle of a line loses only that change.
 */
export function openJournal<T>(file: string, isRecord: (value: unknown) => value is T) {
  mkdirSync(dirname(file), { recursive: true });
  const entries = new Map<string, T>(existsSync(file) ? read(file, isRecord) : []);
  const whole = [...entries].map(([id, value]) => line(id, value)).join("");
  writeFileSync(`${file}.new`, whole, { mode: 0o600 });
  renameSync(`${file}.new`, file);

  return {
    get: (id: string): T | undefined => entries.get(id),
    values: (): T[] => [...entries.values()],
    set(id: string, value: T): void {
      appendFileSync(file, line(id, value));
      entries.set(id, value);
    },
    delete(id: string): void {
      appendFileSync(file, line(id, undefined));
      entries.delete(id);
    },
  };
}

function line(id: string, value: unknown): string {
  return `${JSON.stringify({ id, value })}\n`;
}

function* read<T>(file: string, isRecord: (value: unknown) => value is T): Generator<[string, T]> {
  const latest = new Map<string, T>();
  for (const text of readFileSync(file, "utf8").split("\n")) {
    const change = parsed(text);
    if (!change) continue;
    if (change.value === undefined) latest.delete(change.id);
    else if (isRecord(change.value)) latest.set(change.id, change.value);
    else
      throw new Error(
        `${file} contains a record of another version (${change.id}); start with empty data (another --data folder, or --reset)`,
      );
  }
  yield* latest;
}

function parsed(text: string): { id: string; value: unknown } | undefined {
  try {
    const change: unknown = JSON.parse(text);
    if (typeof change !== "object" || change === null || !("id" in change)) return undefined;
    if (typeof change.id !== "string") return undefined;
    return { id: change.id, value: "value" in change ? change.value : undefined };
  } catch {
    return undefined;
  }
}
