import { DAY, HOUR, type Instant, MINUTE, SECOND, toEpochSeconds } from "#shared/instant.ts";

/** Stripe lists events for 30 days (docs.stripe.com/api/events). */
const EVENTS_KEPT_FOR = 30 * DAY;
/** How late a webhook may be before an unhandled event counts as a difference. */
const EVENT_TAKES = 15 * MINUTE;
const OVERLAP = HOUR;

/** The number of nights in which everything at Stripe is compared once. */
const NIGHTS = 28;
/** Before the shop's first object at Stripe. */
const FIRST = Date.UTC(2025, 0, 1);

/** Creation times at Stripe, in Unix seconds. */
export type Span = { gte: number; lte: number };

/** The start of this comparison, and the start of the last complete comparison before it. */
type Began = { startedAt: Instant | null; completeSince: Instant | null };

const startOf = ({ startedAt }: Began, now: Date): number =>
  startedAt === null ? now.getTime() : Date.parse(startedAt);

/** The events to compare: since the last complete comparison, or as far back as Stripe lists events. */
export function windowOf(began: Began, now: Date): Span {
  const started = startOf(began, now);
  const oldest = started - EVENTS_KEPT_FOR;
  const { completeSince } = began;
  const from = completeSince === null ? oldest : Math.max(oldest, Date.parse(completeSince) - OVERLAP);
  return { gte: secondsOf(from), lte: secondsOf(started - EVENT_TAKES) };
}

/** The objects to compare. This span ends when the comparison began, because objects do not wait for a webhook. */
export const sinceLast = (began: Began, now: Date): Span => ({
  gte: windowOf(began, now).gte,
  lte: secondsOf(startOf(began, now)),
});

export function lately(began: Began, now: Date, ms?: number): Span {
  const started = startOf(began, now);
  return { gte: secondsOf(ms === undefined ? FIRST : started - ms), lte: secondsOf(started) };
}

/**
 * The part of a span that is due tonight. Events report recent changes; a change without an event is found within 28
 * nights. If Stripe no longer lists all events since the last complete comparison, the whole span is due.
 */
export function turnOf(began: Began, now: Date, ms?: number): Span {
  const whole = lately(began, now, ms);
  const { completeSince } = began;
  const started = startOf(began, now);
  if (completeSince === null || Date.parse(completeSince) < started - EVENTS_KEPT_FOR) return whole;
  const part = (whole.lte - whole.gte) / NIGHTS;
  const gte = Math.floor(whole.gte + (Math.floor(started / DAY) % NIGHTS) * part);
  // The span moves by a day each night, so each part begins a day early.
  return { gte: gte - DAY / SECOND, lte: Math.ceil(gte + part) };
}

const secondsOf = (ms: number) => toEpochSeconds(new Date(ms).toISOString());
