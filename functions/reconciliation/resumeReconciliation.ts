import { readPlace } from "../payments/index.ts";
import { scheduled } from "../platform/schedule.ts";
import { nothingDone, type Report, runFrom } from "./run.ts";

/** Resumes a comparison that took longer than one invocation. Never starts a new one. */
export const handler = scheduled(async (now, remainingMs): Promise<Report> => {
  const place = await readPlace();
  return place === undefined || place.finished ? nothingDone() : runFrom(place, now, remainingMs);
});
