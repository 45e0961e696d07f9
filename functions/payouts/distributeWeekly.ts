import { scheduled } from "../platform/schedule.ts";
import { startScheduled } from "./batches/start.ts";

export const handler = scheduled((now) => startScheduled("distribute", now));
