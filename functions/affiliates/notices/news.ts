import { DAY, type Instant } from "#shared/instant.ts";

/** Whether a row is new. Streams keep a change for a day, so an older row was restored or copied. */
export const isNews = (madeAt: Instant, now: Date): boolean => now.getTime() - Date.parse(madeAt) < DAY;
