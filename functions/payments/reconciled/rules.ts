import { DAY, HOUR, type Instant, MINUTE, SECOND, toEpochSeconds } from "#shared/instant.ts";

/** Stripe lists events for 30 days (docs.stripe.com/api/events). */
const EVENTS_KEPT_FOR = 30 * DAY;
/** How late a webhook may be: until then an unhandled event is no difference. */
const EVENT_TAKES = 15 * MINUTE;
/** Looked at once more by the next comparison. */
const OVERLAP = HOUR;

/** In so many nights everything that Stripe has is compared once. */
const NIGHTS = 28;
/** Stripe has nothing of the shop from before it. */
const FIRST = Date.UTC(2025, 0, 1);

/** By when something was created at Stripe, in seconds of Unix time. */
export type Span = { gte: number; lte: number };

/** When a comparison began, and the last one before it that compared everything. */
type Began = { startedAt: Instant | null; completeSince: Instant | null };

const startOf = ({ startedAt }: Began, now: Date): number =>
  startedAt === null ? now.getTime() : Date.parse(startedAt);

/** From the last complete comparison on, or as far back as Stripe lists events. */
export function windowOf(began: Began, now: Date): Span {
  const started = startOf(began, now);
  const oldest = started - EVENTS_KEPT_FOR;
  const { completeSince } = began;
  const from = completeSince === null ? oldest : Math.max(oldest, Date.parse(completeSince) - OVERLAP);
  return { gte: secondsOf(from), lte: secondsOf(started - EVENT_TAKES) };
}

/** Objects of the same time: they need no webhook to come first. */
export const sinceLast = (began: Began, now: Date): Span => ({
  gte: windowOf(began, now).gte,
  lte: secondsOf(startOf(began, now)),
});

/** The last so many milliseconds. @param ms default: all that Stripe has of the shop */
export function lately(began: Began, now: Date, ms?: number): Span {
  const started = startOf(began, now);
  return { gte: secondsOf(ms === undefined ? FIRST : started - ms), lte: secondsOf(started) };
}

/**
 * The part of such a time whose turn it is. Events report what changes: what none has told is found within 28 nights.
 * Where Stripe no longer lists the events since the last complete comparison, it is all of it.
 */
export function turnOf(began: Began, now: Date, ms?: number): Span {
  const whole = lately(began, now, ms);
  const { completeSince } = began;
  const started = startOf(began, now);
  if (completeSince === null || Date.parse(completeSince) < started - EVENTS_KEPT_FOR) return whole;
  const part = (whole.lte - whole.gte) / NIGHTS;
  const gte = Math.floor(whole.gte + (Math.floor(started / DAY) % NIGHTS) * part);
  // Until the next night the parts move by up to a day.
  return { gte: gte - DAY / SECOND, lte: Math.ceil(gte + part) };
}

const secondsOf = (ms: number) => toEpochSeconds(new Date(ms).toISOString());
