import type { Migration } from "./migrations.ts";
import { touchNewRows, touchPaidPayouts } from "./newRows.ts";

/** In running order (docs/decisions/how-does-stored-data-change.md). Remove a migration when no stage needs it. */
export const MIGRATIONS: readonly Migration[] = [
  { id: "new-rows", page: touchNewRows, isDaily: true },
  { id: "paid-payouts", page: touchPaidPayouts },
];
