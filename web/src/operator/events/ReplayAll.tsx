import { type ReactElement, useState } from "react";
import type { OpenEvent } from "#shared/payments/openEvents.ts";
import { replayEvent } from "#shared/reconciliation/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { toast } from "../../ui/toast.ts";
import { useChange } from "../data/useChange.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";

/** Replays the page's events one after the other, oldest first. Events that fail again stay in the list. */
export function ReplayAll({ events }: { events: readonly OpenEvent[] }): ReactElement | null {
  const [done, setDone] = useState(0);
  const replay = useChange(replayEvent, {
    changes: ({ eventId }, output) => (output ? [{ kind: "event", id: eventId, patch: null }] : []),
    failure: (error) => `Replay failed: ${messageOf(error)}`,
    quiet: true,
  });
  if (events.length < 2) return null;
  const run = async (isStopped: () => boolean): Promise<void> => {
    let [tried, handled] = [0, 0];
    for (const { id } of events) {
      if (isStopped()) break;
      tried += 1;
      if ((await replay.run({ eventId: id })) !== undefined) handled += 1;
      setDone(handled);
    }
    const failed = tried - handled;
    toast(
      failed === 0 ? `Handled ${handled} events.` : `Handled ${handled} of ${tried}; ${failed} failed again.`,
      failed === 0 ? "good" : "bad",
    );
  };
  return (
    <ConfirmedAction
      label={`Replay all ${events.length}`}
      primary
      title={`Replay ${events.length} events?`}
      reach={{ people: events.length }}
      run={run}
    >
      We fetch each event from Stripe again and handle it now, oldest first. Work that was already done is not
      repeated.{done > 0 && ` Handled ${done} so far.`}
    </ConfirmedAction>
  );
}
