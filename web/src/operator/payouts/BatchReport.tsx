import type { ReactElement } from "react";
import { LineOutcome } from "#shared/payouts/batch.ts";
import { Chip } from "../../ui/Chip.tsx";
import { count, money } from "../../ui/format.ts";
import type { BatchView } from "./useBatch.ts";

const TONES = {
  planned: "neutral",
  queued: "neutral",
  calculated: "good",
  paid: "good",
  failed: "bad",
  skipped: "warn",
} as const;

/** Counts and sums by outcome, and each payout with its reason. */
export function BatchReport({ view: { batch, lines, next } }: { view: BatchView }): ReactElement {
  const sums = LineOutcome.options.filter((outcome) => (batch.totals[outcome]?.count ?? 0) > 0);
  if (sums.length === 0) return <p className="py-2 text-sm text-quiet">There is nothing to do.</p>;
  return (
    <>
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by a keyboard
        tabIndex={0}
        className="mt-3 max-h-64 overflow-y-auto rounded-control border border-line"
      >
        <ul className="divide-y divide-line text-sm">
          {lines.map((line) => (
            <li key={line.payout_id} className="flex flex-wrap items-baseline gap-x-3 px-3 py-2">
              <span className="min-w-0 flex-1 truncate">{line.email}</span>
              <span className="figures">{money(line.amount_cents)}</span>
              {line.outcome !== "planned" && <span className="text-quiet">{line.outcome}</span>}
              {line.reason !== null && <span className="w-full text-xs text-quiet">{line.reason}</span>}
            </li>
          ))}
          {next !== null && <li className="px-3 py-2 text-quiet">And more.</li>}
        </ul>
      </section>
    </>
  );
}
