import { isDeepStrictEqual } from "node:util";

/**
 * What `data.previous_attributes` shows: the old values of what changed. Inside objects only the changed
 * part; a list is shown whole; a name that is new shows null.
 */
export function differences(before: object, after: object): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old: unknown = Reflect.get(before, name);
    const now: unknown = Reflect.get(after, name);
    if (isDeepStrictEqual(old, now)) continue;
    changed[name] = isPlain(old) && isPlain(now) ? differences(old, now) : (old ?? null);
  }
  return changed;
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
