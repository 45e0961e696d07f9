import type { World } from "../core/world.ts";

export const EVENTS_KEPT = 20_000;

/** Removes the oldest delivered events, so that memory and the data file stay small. */
export function forgetOldEvents(world: World, kept = EVENTS_KEPT): void {
  const surplus = world.store.count("event") - kept;
  if (surplus <= 0) return;
  const gone = new Set<string>();
  for (const event of world.store.all("event").slice(0, surplus)) {
    if (event.pending_webhooks > 0) continue;
    world.store.remove("event", event.id);
    gone.add(event.id);
  }
  for (const delivery of world.store.all("delivery")) {
    if (gone.has(delivery.event)) world.store.remove("delivery", delivery.id);
  }
}
