import { alerts, keys, users } from "./directory.ts";
import { growthOfAffiliates, growthOfPayments, growthOfUsers } from "./growth.ts";
import type { Migration } from "./migrations.ts";
import { touchNewRows } from "./newRows.ts";

/** In running order (docs/decisions/how-does-stored-data-change.md). Remove one when no stage needs it. */
export const MIGRATIONS: readonly Migration[] = [
  { id: "2026-11-growth-of-payments", page: growthOfPayments },
  { id: "2026-11-growth-of-users", page: growthOfUsers },
  { id: "2026-11-growth-of-affiliates", page: growthOfAffiliates },
  { id: "2026-11-users", page: users },
  { id: "2026-11-keys", page: keys },
  { id: "2026-11-alerts", page: alerts },
  { id: "new-rows", page: touchNewRows, isDaily: true },
];
