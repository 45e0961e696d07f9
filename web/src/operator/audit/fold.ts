import { type AuditEntry, type ListedEntry, RESULT } from "#shared/audit/entry.ts";
import { SECOND } from "#shared/instant.ts";
import { fieldsOf } from "./Changes.tsx";
import { sentenceOf } from "./sentence.ts";

/**
 * A row of the log: one entry, or the newest entry of a bulk action. `all` has every entry, newest first. `isPart`: the
 * page may have only some of them.
 */
export type Folded = ListedEntry & { all: readonly ListedEntry[]; isPart?: boolean };

const MIN_FOLDED = 3;
/** Maximum time between neighboring entries of a bulk action, which sends its calls one after the other. */
const MAX_APART = 15 * SECOND;

/**
 * Joins the entries of a bulk action into one row.
 * @param entries newest first
 * @param rest whether the log has newer or older entries than these
 */
export function foldBulk(
  entries: readonly ListedEntry[],
  rest: { newer: boolean; older: boolean } = { newer: false, older: false },
): Folded[] {
  const runs: [ListedEntry, ...ListedEntry[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && isOneMore(before, entry)) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run, index): Folded[] => {
    if (run.length < MIN_FOLDED) return run.map((entry) => ({ ...entry, all: [entry] }));
    const isPart = (rest.newer && index === 0) || (rest.older && index === runs.length - 1);
    return [{ ...run[0], all: run, ...(isPart && { isPart }) }];
  });
}

const isOneMore = (later: ListedEntry, entry: ListedEntry): boolean =>
  entry.userId !== null &&
  later.userId !== null &&
  entry.subject !== later.subject &&
  entry.operator === later.operator &&
  sentenceOfMany(entry) === sentenceOfMany(later) &&
  Date.parse(later.at) - Date.parse(entry.at) <= MAX_APART;

/** Says the action and its flags, which all entries of a bulk action share. */
export function sentenceOfMany({ action, after }: ListedEntry): string {
  const flags = [...fieldsOf(after)].filter(([, value]) => typeof value === "boolean");
  return sentenceOf({ action, after: Object.fromEntries(flags) });
}

/** Merges a request's entry into the entry of its result, which gets the request's note. @param entries newest first */
export function foldResults<E extends AuditEntry>(entries: readonly E[]): E[] {
  const folded: E[] = [];
  /** The position of each result whose request has not been found yet. */
  const results = new Map<string, number>();
  for (const entry of entries) {
    const key = `${entry.action} ${entry.subject} ${entry.operator}`;
    const at = results.get(key) ?? -1;
    const result = folded[at];
    const isAsked = fieldsOf(entry.after).has("asked");
    if (result !== undefined && entry.note !== RESULT && (isAsked || result.note === RESULT)) {
      folded[at] = { ...result, before: entry.before, note: entry.note };
      results.delete(key);
      continue;
    }
    if (!isAsked) results.set(key, folded.length);
    folded.push(entry);
  }
  return folded;
}
