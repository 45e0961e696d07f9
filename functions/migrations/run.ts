import { scheduled } from "../platform/schedule.ts";
import { MIGRATIONS } from "./steps/list.ts";
import { migrate } from "./steps/work.ts";

/**
 * Hourly: continues the migrations of stored data that a release brought, and once a day the derivation of what is new.
 * Finished ones cost one read each.
 */
export const handler = scheduled((now, remainingMs) => migrate(MIGRATIONS, now, remainingMs));
