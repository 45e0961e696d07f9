import * as z from "zod/mini";

/** An instant on the wire: ISO 8601 in UTC with milliseconds, as `Date.toISOString()` writes it. */
export const Instant = z.iso.datetime();
export type Instant = z.output<typeof Instant>;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Stripe and some fields of the specification use whole seconds since 1970. */
export function toEpochSeconds(instant: string): number {
  return Math.floor(Date.parse(instant) / SECOND);
}

export function fromEpochSeconds(seconds: number): Instant {
  return new Date(seconds * SECOND).toISOString();
}

/** The UTC day of an instant, `2026-11-20`. Daily limits use it. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The next midnight in UTC, when daily limits reset. */
export function nextUtcMidnight(now: Date): Instant {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString();
}

/** A day ends last in UTC-12, at noon UTC of the next day. */
const LAST_ZONE = 12 * HOUR;

/** The day (`2026-12-28`) that ends at this instant in UTC-12; undefined if none ends then. */
export function dayEndedAt(instant: Instant): string | undefined {
  const at = Date.parse(instant) - LAST_ZONE;
  return at % DAY === 0 ? utcDay(new Date(at - DAY)) : undefined;
}

/**
 * When a promise "through" the UTC day of this instant ends: once that day is over everywhere. If the instant is
 * already such an end, returns it.
 */
export function throughDay(instant: Instant): Instant {
  if (dayEndedAt(instant) !== undefined) return instant;
  const at = Date.parse(instant);
  return new Date(at - (at % DAY) + DAY + LAST_ZONE).toISOString();
}
