import { type ReactElement, useState } from "react";
import { sendPasswordReset } from "#shared/accounts/operator.ts";
import { suspendUser } from "#shared/customers/operator.ts";
import type { UserRow } from "#shared/customers/userRow.ts";
import { isOngoing } from "#shared/subscriptions/subscription.ts";
import { Field } from "../../ui/Field.tsx";
import { useChange, userSubject } from "../data/useChange.ts";
import { Choices } from "../kit/Choices.tsx";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { failed } from "../kit/failed.ts";
import { GiveRenewal } from "../kit/GiveRenewal.tsx";

type UserActionsProps = {
  user: Pick<UserRow, "id" | "email" | "is_suspended" | "subscription_status">;
};

export const SUBSCRIPTION = [
  {
    value: "pause",
    label: "Pause the subscription",
    effect: "Nothing is charged until you unsuspend the account. Then it continues.",
  },
  {
    value: "cancel",
    label: "Cancel the subscription",
    effect: "It ends now, without a refund. After you unsuspend the account, they can subscribe again.",
  },
] as const;

/** The customer sees the reason in the mail about the suspension and in their account. */
export function SuspensionReason(props: { value: string; onChange: (reason: string) => void }): ReactElement {
  return (
    <Field
      label="Reason, shown to the customer (optional)"
      maxLength={500}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

/** Suspends or unsuspends an account, from the list or from its page. */
export function UserActions({
  user: { id, email, is_suspended, subscription_status },
}: UserActionsProps): ReactElement {
  const [subscription, setSubscription] = useState<"pause" | "cancel">("pause");
  const [reason, setReason] = useState("");
  const [giveRenewal, setGiveRenewal] = useState(false);
  const ending = useChange(suspendUser, {
    changes: ({ userId }) => [userSubject(userId)],
    success: "The subscription is canceled.",
    failure: failed("Failed to cancel the subscription"),
  });
  const suspending = useChange(suspendUser, {
    changes: ({ userId }) => [userSubject(userId)],
    success: is_suspended ? "The account is no longer suspended." : "The account is suspended.",
    failure: failed(is_suspended ? "Failed to unsuspend" : "Failed to suspend"),
  });
  return (
    <>
      <ConfirmedAction
        label={is_suspended ? "Unsuspend" : "Suspend"}
        danger={!is_suspended}
        title={`${is_suspended ? "Unsuspend" : "Suspend"} ${email}?`}
        run={() =>
          suspending.run({ userId: id, suspended: !is_suspended, subscription, giveRenewal, reason })
        }
      >
        {is_suspended ? (
          <div className="space-y-4">
            <p>
              Their keys work again, except keys that have ended, are switched off, or wait for a payment or
              for the end of a dispute. A paused subscription continues.
            </p>
            <GiveRenewal gives={giveRenewal} onChange={setGiveRenewal} />
          </div>
        ) : (
          <div className="space-y-4">
            <p>
              We sign them out everywhere, stop all their keys and close their open checkout pages. They can
              still sign in to see billing, cancel and get their data.
            </p>
            <SuspensionReason value={reason} onChange={setReason} />
            <Choices
              legend="If they have a subscription"
              choices={SUBSCRIPTION}
              value={subscription}
              onChange={setSubscription}
            />
          </div>
        )}
      </ConfirmedAction>
      {is_suspended && subscription_status !== null && isOngoing(subscription_status) && (
        <ConfirmedAction
          label="Cancel subscription"
          danger
          title={`Cancel the paused subscription of ${email}?`}
          run={() => ending.run({ userId: id, suspended: true, subscription: "cancel" })}
        >
          It ends now, without a refund. After you unsuspend the account, they can subscribe again.
        </ConfirmedAction>
      )}
    </>
  );
}

export function PasswordReset({ user: { id, email } }: UserActionsProps): ReactElement {
  const resetting = useChange(sendPasswordReset, {
    changes: () => [],
    success: "Password reset email sent!",
    failure: failed("Failed to send reset email"),
  });
  return (
    <ConfirmedAction
      label="Send password reset"
      title={`Send ${email} a password reset?`}
      run={() => resetting.run({ userId: id })}
    >
      We mail a code to {email}. Their current password stops working, and we sign them out everywhere.
    </ConfirmedAction>
  );
}
