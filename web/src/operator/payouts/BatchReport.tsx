import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import type { Batch, BatchLine, BatchStatus } from "#shared/payouts/batch.ts";
import { getBatch } from "#shared/payouts/operator.ts";
import { call } from "../../api/call.ts";
import { useMore } from "../../api/useMore.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { count, money } from "../../ui/format.ts";

export type BatchView = Output<typeof getBatch>;

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

const TONES = {
  planned: "neutral",
  queued: "neutral",
  calculated: "good",
  paid: "good",
  failed: "bad",
  skipped: "warn",
} as const;

const EMPTY: Partial<Record<BatchStatus, string>> = {
  running: "Nothing is done yet.",
  held: "Your limit held back this run, so it paid nothing. A distribution that you run has no limit.",
};

type BatchReportProps = { view: BatchView; onLeave: () => void };

export function BatchReport({ view: { batch, ...first }, onLeave }: BatchReportProps): ReactElement {
  const { rows: lines, button } = useMore(
    { rows: first.lines, next: first.next },
    async (cursor) => {
      const page = await call(getBatch, { batchId: batch.id, cursor });
      return { rows: page.lines, next: page.next };
    },
    { inCard: true },
  );
  const sums = OUTCOMES.filter((outcome) => (batch.totals[outcome]?.count ?? 0) > 0);
  if (sums.length === 0)
    return <p className="py-2 text-sm text-quiet">{EMPTY[batch.status] ?? "There is nothing to do."}</p>;
  const left = leftBehind(batch);
  return (
    <>
      {left !== null && <p className="mb-3 text-sm font-medium">{left}</p>}
      <ul className="flex flex-wrap gap-2 text-sm">
        {sums.map((outcome) => (
          <li
            key={outcome}
            className="figures flex items-center gap-2 rounded-control border border-line px-2.5 py-1.5"
          >
            <Chip dot tone={TONES[outcome]}>
              {outcome}
            </Chip>
            {count(batch.totals[outcome]?.count ?? 0)} · {money(batch.totals[outcome]?.amount_cents ?? 0)}
          </li>
        ))}
      </ul>
      <section
        aria-label="Payouts of this run"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="mt-3 max-h-64 overflow-y-auto rounded-control border border-line"
      >
        <ul className="divide-y divide-line text-sm">
          {lines.map((line) => (
            <Line key={line.payout_id} line={line} isPayout={batch.kind === "distribute"} onLeave={onLeave} />
          ))}
          {button !== null && <li className="px-3 pb-3">{button}</li>}
        </ul>
      </section>
    </>
  );
}

type LineProps = { line: BatchLine; isPayout: boolean; onLeave: () => void };

/** A failed or skipped line links to its payout or request, where the operator can settle it. */
function Line({ line, isPayout, onLeave }: LineProps): ReactElement {
  const { payout_id, email, amount_cents, outcome, reason } = line;
  const open = isPayout ? payout_id : `request-${payout_id}`;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 px-3 py-2">
      {outcome === "failed" || outcome === "skipped" ? (
        <Link
          to={{ search: new URLSearchParams({ open }).toString() }}
          onClick={onLeave}
          className="min-w-0 flex-1 truncate underline"
        >
          {email}
        </Link>
      ) : (
        <span className="min-w-0 flex-1 truncate">{email}</span>
      )}
      <span className="figures">{money(amount_cents)}</span>
      {outcome !== "planned" && <span className="text-quiet">{outcome}</span>}
      {reason !== null && <span className="w-full text-xs text-quiet">{reason}</span>}
    </li>
  );
}
