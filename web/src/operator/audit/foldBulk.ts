import type { ListedEntry } from "#shared/audit/entry.ts";
import { SECOND } from "#shared/instant.ts";
import { fieldsOf } from "./changes.ts";
import { sentenceOf } from "./sentence.ts";

/** An entry, and those of the same action on many at once that it stands for, itself included. */
export type Folded = ListedEntry & { all: readonly ListedEntry[] };

/** Two are too few to be an action on many. */
const MIN_FOLDED = 3;
/** One after the other, each as soon as the one before it was answered. */
const MAX_APART = 15 * SECOND;

/** One row for what was done to many at once. @param entries newest first */
export function foldBulk(entries: readonly ListedEntry[]): Folded[] {
  const runs: [ListedEntry, ...ListedEntry[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && isOneMore(before, entry)) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) =>
    run.length < MIN_FOLDED
      ? run.map((entry): Folded => ({ ...entry, all: [entry] }))
      : [{ ...run[0], all: run }],
  );
}

const isOneMore = (later: ListedEntry, entry: ListedEntry): boolean =>
  entry.userId !== null &&
  later.userId !== null &&
  entry.subject !== later.subject &&
  entry.operator === later.operator &&
  sentenceOfMany(entry) === sentenceOfMany(later) &&
  Date.parse(later.at) - Date.parse(entry.at) <= MAX_APART;

/** What was done, without what differs from one to the next. */
export function sentenceOfMany({ action, after }: ListedEntry): string {
  const flags = [...fieldsOf(after)].filter(([, value]) => typeof value === "boolean");
  return sentenceOf({ action, after: Object.fromEntries(flags) });
}
