import { type ReactElement, useState } from "react";
import { cancelSubscription, keepSubscription } from "#shared/billing/customer.ts";
import { endsAt, type Subscription } from "#shared/billing/subscription.ts";
import { ApiError } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { formatDay } from "./format.ts";

/** A subscription that is set to end, and the way to take that back. */
export function EndingBanner({
  end,
  paysOnce,
  lifetime,
}: {
  /** Epoch seconds. */
  end: number;
  /** The end lies beyond the period that is paid. */
  paysOnce: boolean;
  lifetime: boolean;
}): ReactElement {
  const { run, pending } = useAction(keepSubscription, {
    success: "Your subscription will continue.",
    failure: (error) => `Failed to keep subscription${reason(error)}`,
  });
  return (
    <Banner tone="warn" title="Subscription will cancel at period end">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p>
          {lifetime
            ? "You own a lifetime license, so nothing is lost."
            : `Everything keeps working until ${formatDay(end)}. ${paysOnce ? "One more payment covers the days until then." : "No further payment is taken."}`}
        </p>
        {!lifetime && (
          <Button size="small" pending={pending} onClick={() => run({})}>
            Keep Subscription
          </Button>
        )}
      </div>
    </Banner>
  );
}

/** Ends the subscription with the period that is paid, after asking. */
export function CancelButton({ subscription }: { subscription: Subscription }): ReactElement | null {
  const [asking, setAsking] = useState(false);
  const { run, pending } = useAction(cancelSubscription, {
    success: "Subscription will cancel at period end",
    failure: (error) => `Failed to cancel subscription${reason(error)}`,
  });
  if (endsAt(subscription) !== null) return null;
  const cancel = async (): Promise<void> => {
    await run({ atPeriodEnd: true });
    setAsking(false);
  };
  return (
    <>
      <Button variant="danger" className="sm:ml-auto" onClick={() => setAsking(true)}>
        Cancel Subscription
      </Button>
      {asking && (
        <ConfirmDialog
          danger
          onClose={() => setAsking(false)}
          title="Cancel your subscription?"
          confirm="Cancel Subscription"
          cancel="Keep Subscription"
          pending={pending}
          onConfirm={cancel}
        >
          Everything keeps working until {formatDay(subscription.current_period_end)}, and no further payment
          is taken. Your videos stay yours, and your key is kept in case you come back.
        </ConfirmDialog>
      )}
    </>
  );
}

/** The catalog's message first, then the reason where it may be shown. */
function reason(error: unknown): string {
  return error instanceof ApiError ? `. ${error.message}` : "";
}
