import { scheduled } from "../platform/schedule.ts";
import { startScheduled } from "./batches/start.ts";

/** Only starts the run; the queue's worker processes it page by page. */
export const handler = scheduled((now) => startScheduled("calc", now));
