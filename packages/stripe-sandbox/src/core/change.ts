import { differences } from "./differences.ts";
import type { TableName, Tables } from "./tables.ts";
import type { EventType, StripeObject } from "./wire.ts";
import type { World } from "./world.ts";

/** Puts a new object and tells of it. */
export function create<K extends TableName>(
  world: World,
  table: K,
  value: Tables[K] & StripeObject,
  event?: EventType,
): Tables[K] & StripeObject {
  world.store.put(table, value);
  if (event) world.emit(event, value);
  return value;
}

/** Replaces an object and reports the differences, if there are any. */
export function change<K extends TableName, T extends Tables[K] & StripeObject>(
  world: World,
  table: K,
  before: T,
  changes: Partial<T>,
  event?: EventType,
): T {
  const after = { ...before, ...changes };
  world.store.put(table, after);
  const previous = differences(before, after);
  if (event && Object.keys(previous).length > 0) world.emit(event, after, previous);
  return after;
}

/** Merged as Stripe does: names that are sent are set, an empty text removes one, an empty value removes all. */
export function mergeMetadata(
  old: Record<string, string> | null | undefined,
  sent: Record<string, string> | null | undefined,
): Record<string, string> {
  if (sent === undefined) return old ?? {};
  if (sent === null) return {};
  const merged = { ...old, ...sent };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""));
}
