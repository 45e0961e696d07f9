import { isDeepStrictEqual } from "node:util";

/**
 * The old values for `data.previous_attributes`: only the changed part of objects, lists in full, and null for new
 * names.
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
