import { type ReactElement, useState } from "react";
import { CATALOG, periodOf } from "#shared/catalog/catalog.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { changePlan, type PlanPreview } from "#shared/subscriptions/planChange.ts";
import { planOf, type Subscription, seatsOf } from "#shared/subscriptions/subscription.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { atTime, money } from "../../ui/format.ts";
import { toast } from "../../ui/toast.ts";
import { ChangeFailure } from "./ChangeFailure.tsx";
import { Amounts, type Result, Unpaid, Waiting } from "./PlanDialog.tsx";
import { usePreview } from "./usePreview.ts";

type SeatsDialogProps = { subscription: Subscription; seats: number; onClose: () => void };

export function SeatsDialog({ subscription, seats, onClose }: SeatsDialogProps): ReactElement {
  const to = planOf(subscription);
  const { preview, failure, look } = usePreview(to, seats);
  const [result, setResult] = useState<Result>();
  const change = useAction(changePlan, { quiet: true });
  const [opened] = useState(seatsOf(subscription));
  // Keeps the old number during the change, because the page reloads before the dialog closes.
  const now = change.pending ? opened : seatsOf(subscription);
  const confirm = async (): Promise<void> => {
    if (preview === undefined) return;
    const { at, due_cents } = preview;
    const done = await change.run({ to, seats, at, due_cents });
    if (done?.outcome === "changed") {
      toast(`Your subscription now has ${counted(seats)}.`, "good");
      return onClose();
    }
    setResult(done);
    // If the bank needs a confirmation, keeps the amount that the customer saw.
    if (done?.outcome !== "action_required") look();
  };
  const hasFailed = failure !== null || change.error !== null;
  return (
    <Modal title={`Change to ${counted(seats)}?`} role="alertdialog" onClose={onClose}>
      {preview === undefined ? (
        !hasFailed && <Waiting />
      ) : seats > now ? (
        <Amounts preview={preview} seats={seats} />
      ) : (
        <Fewer preview={preview} />
      )}
      <ChangeFailure unchanged="Your seats have not changed" error={change.error} unread={failure} />
      {result !== undefined && <Unpaid result={result} />}
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button data-first onClick={onClose}>
          Keep {counted(now)}
        </Button>
        {result?.outcome !== "action_required" && (
          <Button
            variant="primary"
            pending={change.pending}
            disabled={preview === undefined}
            onClick={() => void confirm()}
          >
            {preview !== undefined && seats > now
              ? `Pay ${money(preview.due_cents, preview.currency)} and change`
              : "Change seats"}
          </Button>
        )}
      </div>
    </Modal>
  );
}

function Fewer({ preview: { to, price_cents, renews_at } }: { preview: PlanPreview }): ReactElement {
  return (
    <p className="mt-3 text-sm text-quiet">
      The unused seats end now. Nothing is charged, and we do not refund the days that you have paid for.
      {renews_at !== null && (
        <>
          {" "}
          From {atTime(fromEpochSeconds(renews_at))} on you pay{" "}
          <strong className="figures font-medium text-ink">{money(price_cents)}</strong> each{" "}
          {periodOf(CATALOG[to])}.
        </>
      )}
    </p>
  );
}

const counted = (seats: number): string => (seats === 1 ? "1 seat" : `${seats} seats`);
