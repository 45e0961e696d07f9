import { type ReactElement, type ReactNode, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { BatchKind } from "#shared/payouts/batch.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { utcMonth } from "../../ui/format.ts";
import { Select } from "../../ui/Select.tsx";
import { serverNow } from "../../ui/serverClock.ts";
import { Changes } from "../../ui/ViewOnly.ts";
import { oneOf, withFilter } from "../kit/address.ts";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import { ExportButton } from "../kit/ExportButton.tsx";
import { EarlierRuns } from "./EarlierRuns.tsx";
import { monthAsCsv, monthsUntil } from "./monthAsCsv.ts";
import { RunDialog, type RunDialogProps } from "./RunDialog.tsx";

/** The steps that close a month, in order: calculation, approval, distribution, export. Runs show a preview first. */
export function Runs({ onApprove }: Pick<RunDialogProps, "onApprove">): ReactElement {
  const [params] = useSearchParams();
  const [open, setOpen] = useState(
    oneOf(params.get("run"), [...BatchKind.options, "earlier", "last"] as const),
  );
  const close = (): void => setOpen(null);
  const run = (kind: BatchKind, label: string): ReactElement => (
    <Button size="small" changes onClick={() => setOpen(kind)}>
      {label}
    </Button>
  );
  return (
    <>
      <Card className="@container overflow-hidden">
        <div className="flex items-center justify-between gap-3 px-4 py-1.5">
          <h2 className="text-[1.0625rem]">Close the month</h2>
          <Button size="small" variant="quiet" onClick={() => setOpen("earlier")}>
            Earlier runs
          </Button>
        </div>
        <ol className="grid gap-px border-line border-t bg-line @2xl:grid-cols-2 @4xl:grid-cols-4">
          <Step
            lead="1. Releases commissions whose hold is over and turns pending requests into payouts. Runs automatically every day."
            action={run("calc", "Run calculation")}
          />
          <Step
            lead="2. Select pending payouts and approve them. Before you confirm, you see the sum, the largest payout, unusual payouts and payouts that cannot be paid now."
            action={
              <ButtonLink to={{ search: withFilter(params, "status", "pending").toString() }}>
                Show pending payouts
              </ButtonLink>
            }
          />
          <Step
            lead="3. Transfers approved payouts through Stripe. Runs automatically every week. If the sum exceeds the limit that you set, the weekly run waits for you."
            action={run("distribute", "Run distribution")}
          />
          <Step
            lead="4. For the accountant: payments, refunds, disputes and payouts of a month, with tax, fee, country and invoice."
            action={<CloseMonth />}
          />
        </ol>
      </Card>
      {(open === "earlier" || open === "last") && <EarlierRuns opensLast={open === "last"} onClose={close} />}
      <Changes>
        {(open === "calc" || open === "distribute") && (
          <RunDialog kind={open} onApprove={onApprove} onClose={close} />
        )}
      </Changes>
    </>
  );
}

const Step = ({ lead, action }: { lead: string; action: ReactNode }): ReactElement => (
  <li className="flex flex-col items-start justify-between gap-2.5 bg-surface px-4 py-3.5">
    <p className="text-sm text-quiet">{lead}</p>
    {action}
  </li>
);

export function CloseMonth(): ReactElement {
  const [now] = useState(serverNow);
  const months = monthsUntil(now);
  const [month, setMonth] = useState(months[1] ?? "");
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        bare
        label="Month (UTC)"
        value={month}
        onChange={(event) => setMonth(event.target.value)}
        choices={months.map((value, at) => ({
          value,
          label: at === 0 ? `${utcMonth(value)} so far` : utcMonth(value),
        }))}
      />
      <ExportButton
        name={`books-${month}-utc`}
        label="Export the month"
        parts={() => monthAsCsv(month, now)}
      />
    </div>
  );
}
