import { scheduled } from "../platform/schedule.ts";
import { startScheduled } from "./batches/start.ts";

/** Only begins it: the work goes page by page through the queue. */
export const handler = scheduled((now) => startScheduled("distribute", now));
