import { DAY, HOUR, type Instant, MINUTE, toEpochSeconds } from "#shared/instant.ts";

/** Stripe lists events for 30 days (docs.stripe.com/api/events). */
const EVENTS_KEPT_FOR = 30 * DAY;
/** How late a webhook may be: until then an unhandled event is no difference. */
const EVENT_TAKES = 15 * MINUTE;
/** Looked at once more by the next comparison. */
const OVERLAP = HOUR;

/** When a comparison began, and the last one before it that compared everything. */
type Began = { startedAt: Instant | null; completeSince: Instant | null };

/** From the last complete comparison on, in seconds of Unix time, or as far back as Stripe lists events. */
export function windowOf({ startedAt, completeSince }: Began, now: Date): { gte: number; lte: number } {
  const started = startedAt === null ? now.getTime() : Date.parse(startedAt);
  const oldest = started - EVENTS_KEPT_FOR;
  const from = completeSince === null ? oldest : Math.max(oldest, Date.parse(completeSince) - OVERLAP);
  return { gte: secondsOf(from), lte: secondsOf(started - EVENT_TAKES) };
}

const secondsOf = (ms: number) => toEpochSeconds(new Date(ms).toISOString());
