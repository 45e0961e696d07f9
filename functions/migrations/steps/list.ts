import { enableSuspended } from "./enableSuspended.ts";
import { keyStates, subscriptionCounts } from "./keyStates.ts";
import type { Migration } from "./migrations.ts";

/** In the order in which they run (docs/decisions/upgrading.md). Remove one when no stage has data from before it. */
export const MIGRATIONS: readonly Migration[] = [
  { id: "2026-11-enable-suspended", page: enableSuspended },
  { id: "2026-11-key-states", page: keyStates },
  { id: "2026-11-subscription-counts", page: subscriptionCounts },
];
