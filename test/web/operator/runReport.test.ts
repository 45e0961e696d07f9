import { expect, test } from "vitest";
import type { Batch } from "#shared/payouts/batch.ts";
import { leftBehind } from "../../../web/src/operator/payouts/BatchReport.tsx";

const none = { count: 0, amount_cents: 0 };
const totals = (change: Partial<Batch["totals"]>): Batch["totals"] => ({
  planned: none,
  queued: none,
  calculated: none,
  paid: none,
  failed: none,
  skipped: none,
  ...change,
});
const one = { count: 1, amount_cents: 3_000 };
const two = { count: 2, amount_cents: 9_000 };

test.each([
  ["distribute", "done", { paid: two }, null],
  [
    "distribute",
    "done",
    { failed: two, skipped: one, paid: two },
    "2 payouts failed and 1 was skipped: $120.00 is not paid. The list says why.",
  ],
  ["distribute", "done", { failed: one }, "1 payout failed: $30.00 is not paid. The list says why."],
  [
    "distribute",
    "ready",
    { planned: two, skipped: two },
    "2 payouts will be skipped: $90.00 is not paid. The list says why.",
  ],
  ["calc", "done", { skipped: { count: 2, amount_cents: 0 } }, "2 requests were skipped. The list says why."],
  ["calc", "done", { skipped: one }, "1 request was skipped: $30.00 is not in a payout. The list says why."],
] as const)(
  "the report of a run (%s, %s) says what failed and what was skipped",
  (kind, status, change, words) => {
    expect(leftBehind({ kind, status, totals: totals(change) })).toBe(words);
  },
);
