import * as z from "zod/mini";
import { HOUR, Instant } from "../instant.ts";
import { MAX_CENTS } from "../numbers.ts";

export const BatchKind = z.enum(["calc", "distribute"]);
export type BatchKind = z.output<typeof BatchKind>;

/** The limit of a scheduled distribution. Above it, an operator decides. */
export const RunLimit = z.object({
  max_scheduled_cents: z
    .int("max_scheduled_cents must be a whole number")
    .check(z.minimum(0), z.maximum(MAX_CENTS)),
});
export type RunLimit = z.output<typeof RunLimit>;
/** Applies until an operator sets another limit. */
export const DEFAULT_RUN_LIMIT: RunLimit = { max_scheduled_cents: 1_000_000 };

/**
 * A run or its preview. `preparing` → `ready`: a preview that can be run; `running` → `done`: a run. `held`: a
 * scheduled run above the limit; the operator's next run pays the same payouts.
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
 * One payout in a run. planned: only previewed · queued: on its way to Stripe · calculated, paid, failed, skipped: its
 * result. Without an answer from Stripe, a payout stays queued. The run ends without it after an hour, and later runs
 * ask Stripe.
 */
export const LineOutcome = z.enum(["planned", "queued", "calculated", "paid", "failed", "skipped"]);
export type LineOutcome = z.output<typeof LineOutcome>;

export const BatchLine = z.object({
  payout_id: z.string(),
  affiliate_id: z.string(),
  email: z.string(),
  amount_cents: z.number(),
  outcome: LineOutcome,
  /** Why it was skipped or failed, or that the run ended without an answer. */
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
  totals: z.record(LineOutcome, Sum),
});
export type Batch = z.output<typeof Batch>;

/** An older preview cannot be run. */
export const PREVIEW_HOLDS_FOR = HOUR;
