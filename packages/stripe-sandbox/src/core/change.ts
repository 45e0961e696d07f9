import { differences } from "./differences.ts";
import type { TableName, Tables } from "./tables.ts";
import type { EventType, StripeObject } from "./wire.ts";
import type { World } from "./world.ts";

/** Stores a new object and emits its event. */
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

/** Replaces an object and emits the differences, if any. */
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

/**
 * Merges metadata like Stripe: sets sent names, removes those with an empty text, and removes all for an empty value.
 */
export function mergeMetadata(
  old: Record<string, string> | null | undefined,
  sent: Record<string, string> | null | undefined,
): Record<string, string> {
  if (sent === undefined) return old ?? {};
  if (sent === null) return {};
  const merged = { ...old, ...sent };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""));
}
