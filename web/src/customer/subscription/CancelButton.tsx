import { type ReactElement, useState } from "react";
import { cancelSubscription, LEAVING_REASONS, type LeavingReason } from "#shared/subscriptions/leaving.ts";
import { endsAt, type Subscription } from "#shared/subscriptions/subscription.ts";
import { failureOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { Select } from "../../ui/Select.tsx";
import { cancelWords, type KeyNow } from "./cancelWords.ts";

const WORDS: Record<LeavingReason, string> = {
  too_expensive: "It is too expensive",
  missing_features: "A feature is missing",
  switched_service: "I use another product",
  unused: "I don't use it enough",
  other: "Something else",
};
const CHOICES = [
  { value: "", label: "I'd rather not say" },
  ...LEAVING_REASONS.map((value) => ({ value, label: WORDS[value] })),
];

type CancelButtonProps = { subscription: Subscription; keyNow: KeyNow; grace?: string | null };

/** Cancels the subscription at the end of its paid period, or today if its renewal is due but not charged yet. */
export function CancelButton({ subscription, keyNow, grace = null }: CancelButtonProps): ReactElement | null {
  const [reason, setReason] = useState<LeavingReason>();
  const endsToday = subscription.renewal_pending === true;
  const { run, pending } = useAction(cancelSubscription, {
    success: endsToday
      ? "Your subscription has ended. Nothing was charged."
      : "Subscription will cancel at period end",
    failure: failureOf("Failed to cancel subscription"),
  });
  if (endsAt(subscription) !== null) return null;
  const cancel = () => run({ atPeriodEnd: true, ...(endsToday && { endsToday }), ...(reason && { reason }) });
  return (
    <DialogButton
      size="normal"
      variant="danger"
      className="sm:ml-auto"
      label="Cancel Subscription"
      dialog={(close) => (
        <ConfirmDialog
          danger
          onClose={close}
          title="Cancel your subscription?"
          confirm="Cancel Subscription"
          cancel="Keep Subscription"
          pending={pending}
          onConfirm={() => void cancel().then(close)}
        >
          {cancelWords(subscription, keyNow, grace)}
          <Select
            className="mt-4 text-ink"
            label="Why are you leaving? (optional)"
            choices={CHOICES}
            value={reason ?? ""}
            onChange={(event) => setReason(LEAVING_REASONS.find((known) => known === event.target.value))}
          />
        </ConfirmDialog>
      )}
    />
  );
}
