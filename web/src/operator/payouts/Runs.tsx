import { type ReactElement, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { BatchKind, MAX_SCHEDULED_CENTS } from "#shared/payouts/batch.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { money } from "../../ui/format.ts";
import { oneOf } from "../kit/address.ts";
import { EarlierRuns } from "./EarlierRuns.tsx";
import { RunDialog } from "./RunDialog.tsx";

const RUNS = [
  {
    kind: "calc",
    label: "Run calculation",
    lead: "Releases commissions whose hold is over and turns pending requests into payouts. Runs automatically every day.",
  },
  {
    kind: "distribute",
    label: "Run distribution",
    lead: `Transfers every approved payout through Stripe. Runs automatically every week; above ${money(MAX_SCHEDULED_CENTS)} it asks you first.`,
  },
] as const;

/** Starts the two kinds of runs, with a preview first, and lists earlier ones. */
export function Runs(): ReactElement {
  const [params] = useSearchParams();
  // A link can open one of the dialogs.
  const [open, setOpen] = useState(oneOf(params.get("run"), [...BatchKind.options, "earlier"] as const));
  const close = (): void => setOpen(null);
  return (
    <Card>
      <div className="grid divide-line max-sm:divide-y sm:grid-cols-2 sm:divide-x">
        {RUNS.map((run) => (
          <div key={run.kind} className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 py-3.5">
            <p className="min-w-52 flex-1 text-sm text-quiet">{run.lead}</p>
            <Button size="small" onClick={() => setOpen(run.kind)}>
              {run.label}
            </Button>
          </div>
        ))}
      </div>
      <div className="flex justify-end border-line border-t px-4 py-1.5">
        <Button size="small" variant="quiet" onClick={() => setOpen("earlier")}>
          Earlier runs
        </Button>
      </div>
      {open === "earlier" && <EarlierRuns onClose={close} />}
      {(open === "calc" || open === "distribute") && <RunDialog kind={open} onClose={close} />}
    </Card>
  );
}
