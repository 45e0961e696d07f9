import { scheduled } from "../platform/schedule.ts";
import { MIGRATIONS } from "./steps/list.ts";
import { migrate } from "./steps/work.ts";

/** Hourly: continues the migrations. A finished migration costs one read. */
export const handler = scheduled((now, remainingMs) => migrate(MIGRATIONS, now, remainingMs));
