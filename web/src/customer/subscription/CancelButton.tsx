import { type ReactElement, useState } from "react";
import { cancelSubscription } from "#shared/subscriptions/customer.ts";
import { endsAt, type Subscription } from "#shared/subscriptions/subscription.ts";
import { failureOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { cancelWords, type KeyNow } from "./cancelWords.ts";

type CancelButtonProps = { subscription: Subscription; keyNow: KeyNow };

/** Ends the subscription with the period that is paid, after asking. */
export function CancelButton({ subscription, keyNow }: CancelButtonProps): ReactElement | null {
  const [asking, setAsking] = useState(false);
  const { run, pending } = useAction(cancelSubscription, {
    success: "Subscription will cancel at period end",
    failure: failureOf("Failed to cancel subscription"),
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
          {cancelWords(subscription, keyNow)}
        </ConfirmDialog>
      )}
    </>
  );
}
