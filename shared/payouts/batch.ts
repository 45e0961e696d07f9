import * as z from "zod/mini";
import { HOUR, Instant } from "../instant.ts";

export const BatchKind = z.enum(["calc", "distribute"]);
export type BatchKind = z.output<typeof BatchKind>;

/** A distribution that the clock starts pays up to this: above it, the operator is asked. */
export const MAX_SCHEDULED_CENTS = 1_000_000;

/**
 * A run, or its preview. `preparing` → `ready`: a preview that can be committed; `running` → `done`: a run. `held`: the
 * clock's, which was too much to start; the operator's next run pays what it would have paid.
 */
export const BATCH_NEXT = {
  preparing: ["ready"],
  ready: ["running"],
  running: ["done"],
  done: [],
  held: [],
} as const satisfies Record<string, readonly string[]>;
export const BatchStatus = z.enum(["preparing", "ready", "running", "done", "held"]);
export type BatchStatus = z.output<typeof BatchStatus>;

/**
 * One payout's part in a run. planned: only previewed · queued: on its way to Stripe · calculated, paid, failed,
 * skipped: what came of it. A payout whose transfer has no answer yet stays queued; after an hour the run is done
 * without it, and later runs ask.
 */
export const LineOutcome = z.enum(["planned", "queued", "calculated", "paid", "failed", "skipped"]);
export type LineOutcome = z.output<typeof LineOutcome>;

export const BatchLine = z.object({
  payout_id: z.string(),
  affiliate_id: z.string(),
  email: z.string(),
  amount_cents: z.number(),
  outcome: LineOutcome,
  /** Why it was skipped or failed, or that the run ended without its answer. */
  reason: z.nullable(z.string()),
});
export type BatchLine = z.output<typeof BatchLine>;

const Sum = z.object({ count: z.number(), amount_cents: z.number() });

export const Batch = z.object({
  id: z.string(),
  kind: BatchKind,
  status: BatchStatus,
  created_at: Instant,
  finished_at: z.nullable(Instant),
  /** How many, and how much, by what came of it. */
  totals: z.record(LineOutcome, Sum),
});
export type Batch = z.output<typeof Batch>;

/** A preview older than this can no longer be committed. */
export const PREVIEW_HOLDS_FOR = HOUR;
