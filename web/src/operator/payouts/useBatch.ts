import { useCallback, useEffect, useRef, useState } from "react";
import type { Output } from "#shared/endpoint.ts";
import { SECOND } from "#shared/instant.ts";
import type { BatchStatus } from "#shared/payouts/batch.ts";
import { getBatch } from "#shared/payouts/operator.ts";
import { call } from "../../api/call.ts";

export type BatchView = Output<typeof getBatch>;

const ASK_EVERY = SECOND;
/** After this many calls, the page stops polling. The run continues, and the list of runs shows it. */
const MAX_ASKS = 180;
/** After this many failed calls in a row, polling throws. One lost answer does not mean that the run failed. */
const MAX_FAILURES = 5;

/** Polls a run or its preview until it reaches a state; null if polling stopped earlier. */
export function useBatch(): {
  view: BatchView | null;
  follow: (batchId: string, until: BatchStatus) => Promise<BatchView | null>;
} {
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
