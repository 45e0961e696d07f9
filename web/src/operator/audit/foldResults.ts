import { type AuditEntry, RESULT } from "#shared/audit/entry.ts";
import { fieldsOf } from "./Changes.tsx";

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
