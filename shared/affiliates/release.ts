import { DAY, HOUR, type Instant } from "../instant.ts";

/** The hour in UTC of the daily run that releases the commissions whose hold is over. */
export const RELEASE_HOUR = 4;

/** When a commission becomes available: at the first run after its hold. */
export function availableFrom(matureAt: Instant): Instant {
  const sinceRunHour = Date.parse(matureAt) - RELEASE_HOUR * HOUR;
  return new Date(Math.ceil(sinceRunHour / DAY) * DAY + RELEASE_HOUR * HOUR).toISOString();
}
