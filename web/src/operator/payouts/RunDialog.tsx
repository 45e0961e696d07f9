import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { SECOND } from "#shared/instant.ts";
import type { BatchKind, BatchStatus } from "#shared/payouts/batch.ts";
import { getBatch, previewBatch, runCalc, runDistribute } from "#shared/payouts/operator.ts";
import { failureWords, messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { count } from "../../ui/format.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { toast } from "../../ui/toast.ts";
import { useChange } from "../data/useChange.ts";
import { MAX_SELECTED } from "../kit/bulk.ts";
import { useBrake } from "../kit/useBrake.tsx";
import { BatchReport, type BatchView } from "./BatchReport.tsx";

const WORDS = {
  calc: { title: "Run calculation", go: "Create these payouts", failed: "Run calc failed" },
  distribute: { title: "Run distribution", go: "Transfer these payouts", failed: "Run distribute failed" },
} as const;

const MAY_RUN = "The run may have started. If it has, it is under Earlier runs.";

/** `left`: the run continues, and the page no longer polls it. */
type Step = "previewing" | "asking" | "running" | "left" | "done" | "reading";

export type RunDialogProps = {
  kind: BatchKind;
  /** Reads the payouts that a calculation made and asks whether to approve them. */
  onApprove: (batchId: string) => Promise<void>;
  onClose: () => void;
};

export function RunDialog({ kind, onApprove, onClose }: RunDialogProps): ReactElement {
  const words = WORDS[kind];
  const [step, setStep] = useState<Step>("previewing");
  const [failure, setFailure] = useState<string | null>(null);
  const { view, follow } = useBatch();
  const run = useChange(kind === "calc" ? runCalc : runDistribute, { quiet: true, revalidate: false });
  const { revalidate } = useRevalidator();

  useEffect(() => {
    let left = false;
    const preview = async (): Promise<void> => {
      const { batch_id } = await call(previewBatch, { kind });
      const ready = await follow(batch_id, "ready");
      if (left) return;
      if (ready === null) setFailure("The preview is taking too long. Close this dialog and try again.");
      else setStep("asking");
    };
    preview().catch((error: unknown) => {
      if (!left) setFailure(messageOf(error));
    });
    return () => {
      left = true;
    };
  }, [kind, follow]);

  const go = async ({ batch }: BatchView): Promise<void> => {
    setStep("running");
    const { ok, batch_id } = (await run.run({ batch_id: batch.id })) ?? { ok: false, batch_id: "" };
    if (!ok) return;
    // A failure to poll does not stop the run.
    const seen = await follow(batch_id, "done").catch(() => null);
    await revalidate();
    setStep(seen === null ? "left" : "done");
  };
  const approve = async (batchId: string): Promise<void> => {
    setStep("reading");
    await onApprove(batchId).then(onClose, (error: unknown) => {
      toast(`Selection failed: ${messageOf(error)}`, "bad");
      setStep("done");
    });
  };
  const made = kind === "calc" ? (view?.batch.totals.calculated?.count ?? 0) : 0;
  const planned = view?.batch.totals.planned ?? { count: 0, amount_cents: 0 };
  const brake = useBrake(
    // A calculation pays nobody: its payouts wait for approval.
    kind === "calc" ? { people: 1 } : { people: planned.count, cents: planned.amount_cents },
    async () => view && (await go(view)),
    onClose,
  );
  const sentences = { refused: words.failed, maybe: MAY_RUN };
  const failed = failure ?? (run.error === null ? null : failureWords(run.error, sentences).text);
  const nothing = view !== null && step === "asking" && planned.count === 0;
  const isAsking = step === "asking" && !nothing;

  return (
    <Modal title={words.title} onClose={isAsking ? brake.back : onClose}>
      <div aria-live="polite" className="mt-3">
        {failed === null && (step === "previewing" || step === "running") && (
          <p className="flex items-center gap-2.5 py-2 text-sm text-quiet">
            <Spinner />
            {step === "running"
              ? "Running. The run continues if you close this dialog."
              : "Preparing the preview..."}
          </p>
        )}
        {step === "left" && (
          <p className="py-2 text-sm text-quiet">Still running. The result will appear under Earlier runs.</p>
        )}
        {failed !== null && (
          <Banner tone="bad" title={words.failed}>
            {failed}
          </Banner>
        )}
        {view !== null && step !== "previewing" && <BatchReport view={view} onLeave={onClose} />}
      </div>
      {isAsking && brake.note !== null && <div className="mt-4 text-sm">{brake.note}</div>}
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button data-first onClick={isAsking ? brake.back : onClose}>
          {step === "previewing" && failed === null ? "Cancel" : isAsking ? brake.safe : "Close"}
        </Button>
        {isAsking && (
          <Button variant="primary" pending={brake.pending} disabled={!brake.mayGo} onClick={brake.go}>
            {words.go}
          </Button>
        )}
        {view !== null && made > 0 && (step === "done" || step === "reading") && (
          <Button variant="primary" pending={step === "reading"} onClick={() => void approve(view.batch.id)}>
            {made === 1
              ? "Approve this payout"
              : `Approve ${made > MAX_SELECTED ? `the first ${MAX_SELECTED} of ` : ""}these ${count(made)} payouts`}
          </Button>
        )}
      </div>
    </Modal>
  );
}

const ASK_EVERY = SECOND;
/** After this many calls, the page stops polling. The run continues, and the list of runs shows it. */
const MAX_ASKS = 180;
/** After this many failed calls in a row, polling throws. One lost answer does not mean that the run failed. */
const MAX_FAILURES = 5;

/** Polls a run or its preview until it reaches a state; null if polling stopped earlier. */
function useBatch() {
  const [view, setView] = useState<BatchView | null>(null);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const follow = useCallback(async (batchId: string, until: BatchStatus): Promise<BatchView | null> => {
    let failures = 0;
    for (let asked = 0; asked < MAX_ASKS && !gone.current; asked += 1) {
      try {
        const next = await call(getBatch, { batchId });
        if (gone.current) return null;
        failures = 0;
        setView(next);
        if (next.batch.status === until || next.batch.status === "done") return next;
      } catch (error) {
        failures += 1;
        if (failures === MAX_FAILURES) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
    }
    return null;
  }, []);
  return { view, follow };
}
