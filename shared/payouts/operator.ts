import * as z from "zod/mini";
import { endpoint, FRESH_FOR_MONEY, FRESH_FOR_SETTINGS } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { Cursor, Direction, opaqueId, Paging, SearchPaging } from "../listing.ts";
import { LoadedVersion } from "../numbers.ts";
import { Batch, BatchKind, BatchLine, RunLimit } from "./batch.ts";
import { PayoutStatus, RequestStatus } from "./states.ts";

/** `<affiliate>-<number>`. An id of another form answers NOT_FOUND. */
const PayoutId = z
  .string("Valid payout ID is required")
  .check(z.minLength(1, "Valid payout ID is required"), z.maxLength(100, "Valid payout ID is required"));
const BatchId = opaqueId("Valid batch ID is required", 64);
const Reason = z
  .string("A reason is required")
  .check(z.trim(), z.minLength(1, "A reason is required"), z.maxLength(500));

export const PayoutRequestRow = z.object({
  id: z.string(),
  affiliate_id: z.string(),
  affiliates: z.object({ profiles: z.object({ email: z.string() }) }),
  requested_amount_cents: z.number(),
  status: RequestStatus,
  requested_at: Instant,
  reason: z.nullable(z.string()),
  /** The payout that a run made from the request. */
  payout_id: z.nullable(z.string()),
});
export type PayoutRequestRow = z.output<typeof PayoutRequestRow>;

/** Lists payout requests, newest first; with `affiliate_id`, only the latest request of one affiliate. */
export const listPayoutRequests = endpoint({
  method: "GET",
  path: "/admin/payout-requests",
  audience: "operator",
  input: z.strictObject({
    ...Paging,
    status: z.optional(RequestStatus),
    /** Overrides the filter. */
    affiliate_id: z.optional(opaqueId("There is no such affiliate.")),
  }),
  output: z.object({ rows: z.array(PayoutRequestRow), total: z.number(), next: z.nullable(z.string()) }),
});

export const PayoutRow = z.object({
  id: z.string(),
  affiliate_id: z.string(),
  email: z.string(),
  amount_cents: z.number(),
  status: PayoutStatus,
  requested_at: Instant,
  approved_at: z.nullable(Instant),
  paid_at: z.nullable(Instant),
  reason: z.nullable(z.string()),
  transfer_id: z.nullable(z.string()),
  /** Attempts, each with its own idempotency key. */
  attempts: z.number(),
  reversed_cents: z.number(),
  /** In lists, why a pending or approved payout cannot be paid now; otherwise null. */
  not_payable: z.optional(z.nullable(z.string())),
});
export type PayoutRow = z.output<typeof PayoutRow>;

const PayoutPage = z.object({
  rows: z.array(PayoutRow),
  total: z.nullable(z.number()),
  next: z.nullable(z.string()),
});

/**
 * Lists payouts, newest first by default; with `affiliate_id`, those of one affiliate; with `batch_id`, those that a
 * calculation made. `total` is then null.
 */
export const listPayouts = endpoint({
  method: "GET",
  path: "/admin/payouts",
  audience: "operator",
  input: z.strictObject({
    ...Paging,
    sort: z._default(z.enum(["requested_at", "amount_cents"]), "requested_at"),
    direction: Direction,
    status: z.optional(PayoutStatus),
    /** Overrides the filters and the order. */
    affiliate_id: z.optional(opaqueId("There is no such affiliate.")),
    /** Overrides the filters and the order. */
    batch_id: z.optional(BatchId),
  }),
  output: PayoutPage,
});

/** Finds payouts by the beginning of the affiliate's address. Does not count them: `total` is null. */
export const searchPayouts = endpoint({
  method: "POST",
  path: "/admin/payouts/search",
  audience: "operator",
  byKey: "read",
  input: z.object({ ...SearchPaging, status: z.optional(PayoutStatus) }),
  output: PayoutPage,
});

/**
 * Approves a pending payout and pins the affiliate's Stripe account. CONFLICT if it is no longer pending.
 * FRESH_SIGN_IN_REQUIRED if the sign-in is older than five minutes.
 */
export const approve = endpoint({
  method: "POST",
  path: "/admin/payouts/approve",
  audience: "operator",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ payout_id: PayoutId }),
  output: z.object({ ok: z.literal(true), payout: PayoutRow }),
});

/**
 * Pays an approved or failed payout now. If Stripe's answer to an earlier attempt was lost, asks Stripe. Returns the
 * payout's status: paid, failed with the reason, or reconciling. FRESH_SIGN_IN_REQUIRED if the sign-in is older than
 * five minutes.
 */
export const transfer = endpoint({
  method: "POST",
  path: "/admin/payouts/transfer",
  audience: "operator",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ payout_id: PayoutId }),
  output: z.object({ ok: z.literal(true), payout: PayoutRow }),
});

/** Cancels a payout before its transfer, or after Stripe refused it. The money returns to the affiliate's balance. */
export const cancel = endpoint({
  method: "POST",
  path: "/admin/payouts/cancel",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ payout_id: PayoutId, reason: Reason }),
  output: z.object({ ok: z.literal(true), payout: PayoutRow }),
});

/** Rejects a pending request and cancels its payout, if it has one. */
export const reject = endpoint({
  method: "POST",
  path: "/admin/payout-requests/reject",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ request_id: PayoutId, reason: Reason }),
  output: z.object({ ok: z.literal(true), request: PayoutRequestRow }),
});

/**
 * Prepares a preview of a run in the background: who gets how much, who is skipped and why. getBatch shows it as
 * `ready`; pass its id to the run within an hour.
 */
export const previewBatch = endpoint({
  method: "POST",
  path: "/admin/batches/preview",
  audience: "operator",
  input: z.object({ kind: BatchKind }),
  output: z.object({ batch_id: z.string() }),
});

const run = { batch_id: z.optional(BatchId) };
const started = z.object({ ok: z.literal(true), batch_id: z.string() });

/**
 * Releases commissions whose hold is over and turns pending requests into payouts: those of the given preview, or all.
 * CONFLICT if the preview is not ready, too old, or was run already. Skips a line that has changed since the preview,
 * and records the reason. FRESH_SIGN_IN_REQUIRED if the sign-in is older than five minutes.
 */
export const runCalc = endpoint({
  method: "POST",
  path: "/admin/batches/run-calc",
  audience: "operator",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object(run),
  output: started,
});

/** Transfers approved payouts, each separately: those of the given preview, or all. Fails as `runCalc` does. */
export const runDistribute = endpoint({
  method: "POST",
  path: "/admin/batches/run-distribute",
  audience: "operator",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object(run),
  output: started,
});

/** Returns a run or a preview, with one page of its lines: failed ones first, then skipped and waiting ones. */
export const getBatch = endpoint({
  method: "GET",
  path: "/admin/batches/{batchId}",
  audience: "operator",
  input: z.strictObject({ batchId: BatchId, cursor: Cursor }),
  output: z.object({ batch: Batch, lines: z.array(BatchLine), next: z.nullable(z.string()) }),
});

/** Lists the latest runs, newest first, without previews that were not run. */
export const listBatches = endpoint({
  method: "GET",
  path: "/admin/batches",
  audience: "operator",
  input: z.strictObject({ cursor: Cursor }),
  output: z.object({ batches: z.array(Batch), next: z.nullable(z.string()) }),
});

/** Returns how much a scheduled distribution may pay. `version` is 0 before the first save. */
export const getRunLimit = endpoint({
  method: "GET",
  path: "/admin/payout-limit",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ ...RunLimit.shape, version: z.number() }),
});

/** Sets how much a scheduled distribution may pay. CONFLICT if another operator saved after `version` was loaded. */
export const saveRunLimit = endpoint({
  method: "POST",
  path: "/admin/payout-limit",
  audience: "operator",
  freshSignIn: FRESH_FOR_SETTINGS,
  errors: ["CONFLICT"],
  input: z.object({ ...RunLimit.shape, version: LoadedVersion }),
  output: z.object({ ...RunLimit.shape, version: z.number() }),
});
