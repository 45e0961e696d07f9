import { DAY, HOUR, type Instant } from "../instant.ts";

/** The daily run that releases commissions starts at this UTC hour. */
export const RELEASE_HOUR = 4;

/** When a commission becomes available: at the first run after its hold. */
export function availableFrom(matureAt: Instant): Instant {
  const sinceRunHour = Date.parse(matureAt) - RELEASE_HOUR * HOUR;
  return new Date(Math.ceil(sinceRunHour / DAY) * DAY + RELEASE_HOUR * HOUR).toISOString();
}
