import { scheduled } from "../platform/schedule.ts";
import { MIGRATIONS } from "./list.ts";
import { migrate } from "./work.ts";

/** Hourly: continues the migrations of stored data that a release brought. Finished ones cost one read each. */
export const handler = scheduled((now, remainingMs) => migrate(MIGRATIONS, now, remainingMs));
