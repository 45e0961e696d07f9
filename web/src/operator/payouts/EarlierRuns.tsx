import { type ReactElement, useCallback, useEffect, useState } from "react";
import type { Batch } from "#shared/payouts/batch.ts";
import { getBatch, listBatches } from "#shared/payouts/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { count, moment } from "../../ui/format.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { BatchReport, type BatchView, OUTCOMES } from "./BatchReport.tsx";

const NAMES = { calc: "Calculation", distribute: "Distribution" } as const;

/** @property opensLast opens the last distribution, whose skipped payouts wait for the operator */
type EarlierRunsProps = { opensLast?: boolean; onClose: () => void };

export function EarlierRuns({ opensLast = false, onClose }: EarlierRunsProps): ReactElement {
  const [batches, setBatches] = useState<readonly Batch[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [view, setView] = useState<BatchView | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const ask = useCallback(async (work: () => Promise<void>): Promise<void> => {
    setFailure(null);
    await work().catch((error: unknown) => setFailure(messageOf(error)));
  }, []);
  const readMore = useCallback(
    (cursor?: string) =>
      ask(async () => {
        const page = await call(listBatches, { cursor });
        setBatches((before) => (cursor === undefined ? page.batches : [...(before ?? []), ...page.batches]));
        setNext(page.next);
        const last = page.batches.find(({ kind, status }) => kind === "distribute" && status === "done");
        if (opensLast && cursor === undefined && last !== undefined)
          setView(await call(getBatch, { batchId: last.id }));
      }),
    [ask, opensLast],
  );
  useEffect(() => {
    void readMore();
  }, [readMore]);
  const open = (batchId: string): Promise<void> =>
    ask(async () => setView(await call(getBatch, { batchId })));

  return (
    <Modal title={view === null ? "Earlier runs" : titleOf(view.batch)} onClose={onClose}>
      <div aria-live="polite" className="mt-3">
        {failure !== null && (
          <Banner tone="bad" title="Failed to fetch runs">
            {failure}
          </Banner>
        )}
        {batches === null && failure === null && <Spinner />}
        {view !== null && <BatchReport key={view.batch.id} view={view} onLeave={onClose} />}
        {view === null && batches !== null && <RunList batches={batches} onOpen={(id) => void open(id)} />}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        {view === null && next !== null && <Button onClick={() => void readMore(next)}>Show more</Button>}
        {view !== null && <Button onClick={() => setView(null)}>Back</Button>}
        <Button data-first onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}

type RunListProps = { batches: readonly Batch[]; onOpen: (batchId: string) => void };

function RunList({ batches, onOpen }: RunListProps): ReactElement {
  if (batches.length === 0) return <p className="py-2 text-sm text-quiet">No runs yet.</p>;
  return (
    <ul className="max-h-80 divide-y divide-line overflow-y-auto rounded-control border border-line text-sm">
      {batches.map((batch) => (
        <li key={batch.id}>
          <button
            type="button"
            className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-3 py-2 text-left hover:bg-raised"
            onClick={() => onOpen(batch.id)}
          >
            <span className="min-w-0 flex-1 underline">{titleOf(batch)}</span>
            <span className="text-quiet">{inShort(batch)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const titleOf = ({ kind, created_at }: Batch): string => `${NAMES[kind]}, ${moment(created_at)}`;

/** "1 skipped, 3 paid", and whether the run is unfinished. */
function inShort({ status, totals }: Batch): string {
  const parts = OUTCOMES.flatMap((outcome) => {
    const sum = totals[outcome]?.count ?? 0;
    return sum === 0 ? [] : [`${count(sum)} ${outcome}`];
  });
  if (status === "held") return "held by your limit";
  return [...(status === "done" ? [] : ["running"]), ...parts].join(", ") || "nothing to do";
}
