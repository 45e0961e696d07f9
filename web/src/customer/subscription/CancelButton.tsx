import { type ReactElement, useState } from "react";
import { cancelSubscription } from "#shared/subscriptions/customer.ts";
import { endsAt, type Subscription } from "#shared/subscriptions/subscription.ts";
import { failureOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { cancelWords, type KeyNow } from "./cancelWords.ts";

type CancelButtonProps = { subscription: Subscription; keyNow: KeyNow };

/** Ends the subscription with the period that is paid, after asking: today, where its renewal is not charged yet. */
export function CancelButton({ subscription, keyNow }: CancelButtonProps): ReactElement | null {
  const [asking, setAsking] = useState(false);
  const endsToday = subscription.renewal_pending === true;
  const { run, pending } = useAction(cancelSubscription, {
    success: endsToday
      ? "Your subscription has ended. Nothing was charged."
      : "Subscription will cancel at period end",
    failure: failureOf("Failed to cancel subscription"),
  });
  if (endsAt(subscription) !== null) return null;
  const cancel = async (): Promise<void> => {
    await run({ atPeriodEnd: true, ...(endsToday && { endsToday }) });
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
          {cancelWords(subscription, keyNow)}
        </ConfirmDialog>
      )}
    </>
  );
}
