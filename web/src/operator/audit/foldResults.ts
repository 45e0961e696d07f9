import { type AuditEntry, RESULT } from "#shared/audit/entry.ts";
import { fieldsOf } from "./changes.ts";

/** One entry for what was asked of another service and done: the result, with the note of its intent. @param entries newest first */
export function foldResults(entries: readonly AuditEntry[]): AuditEntry[] {
  const folded: AuditEntry[] = [];
  /** Where the result is whose intent comes next. */
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
