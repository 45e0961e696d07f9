import type { Batch, LineOutcome } from "#shared/payouts/batch.ts";
import { count, money } from "../../ui/format.ts";

/** Outcomes of a run, beginning with those that may need a person. */
export const OUTCOMES = ["failed", "skipped", "queued", "planned", "calculated", "paid"] as const;

type Reported = Pick<Batch, "kind" | "status" | "totals">;

/** `2 payouts failed and 1 was skipped: $90.00 is not paid. The list says why.` Null if none failed or was skipped. */
export function leftBehind({ kind, status, totals }: Reported): string | null {
  const [failed, skipped] = [totals.failed, totals.skipped].map((sum) => sum?.count ?? 0);
  const cents = (totals.failed?.amount_cents ?? 0) + (totals.skipped?.amount_cents ?? 0);
  const what = kind === "calc" ? "request" : "payout";
  const counted = (many: number): string => `${count(many)} ${many === 1 ? what : `${what}s`}`;
  const skips = status === "ready" ? "will be skipped" : skipped === 1 ? "was skipped" : "were skipped";
  const parts = [
    ...(failed ? [`${counted(failed)} failed`] : []),
    ...(skipped ? [`${failed ? count(skipped) : counted(skipped)} ${skips}`] : []),
  ];
  if (parts.length === 0) return null;
  const left = kind === "calc" ? "is not in a payout" : "is not paid";
  return `${parts.join(" and ")}${cents > 0 ? `: ${money(cents)} ${left}` : ""}. The list says why.`;
}

/** Whether the run did not pay the line, so that a person may have to settle it. */
export const isLeft = (outcome: LineOutcome): boolean => outcome === "failed" || outcome === "skipped";
