import { type ReactElement, useState } from "react";
import { sendPasswordReset } from "#shared/accounts/operator.ts";
import { suspendUser } from "#shared/customers/operator.ts";
import type { UserRow } from "#shared/customers/userRow.ts";
import { isOngoing } from "#shared/subscriptions/subscription.ts";
import { useChange, userSubject } from "../data/useChange.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { GiveRenewal } from "../kit/GiveRenewal.tsx";
import { useSuspensionForm } from "./useSuspensionForm.tsx";

type UserActionsProps = {
  user: Pick<UserRow, "id" | "email" | "is_suspended" | "subscription_status">;
};

export function UserActions({ user }: UserActionsProps): ReactElement {
  const { id, email, is_suspended, subscription_status } = user;
  const { form, chosen } = useSuspensionForm();
  const [giveRenewal, setGiveRenewal] = useState(false);
  const ending = useChange(suspendUser, {
    changes: ({ userId }) => [userSubject(userId)],
    success: "The subscription is canceled.",
    failure: "Failed to cancel the subscription",
  });
  const suspending = useChange(suspendUser, {
    changes: ({ userId }) => [userSubject(userId)],
    success: is_suspended ? "The account is no longer suspended." : "The account is suspended.",
    failure: is_suspended ? "Failed to unsuspend" : "Failed to suspend",
  });
  return (
    <>
      <ConfirmedAction
        label={is_suspended ? "Unsuspend" : "Suspend"}
        danger={!is_suspended}
        title={`${is_suspended ? "Unsuspend" : "Suspend"} ${email}?`}
        run={() => suspending.run({ userId: id, suspended: !is_suspended, giveRenewal, ...chosen })}
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
          form
        )}
      </ConfirmedAction>
      {is_suspended && subscription_status !== null && isOngoing(subscription_status) && (
        <ConfirmedAction
          label="Cancel subscription"
          danger
          title={`Cancel the paused subscription of ${email}?`}
          run={() => ending.run({ userId: id, suspended: true, subscription: "cancel" })}
        >
          The subscription ends now, without a refund. After you unsuspend the account, they can subscribe
          again.
        </ConfirmedAction>
      )}
    </>
  );
}

export function PasswordReset({ user: { id, email } }: UserActionsProps): ReactElement {
  const resetting = useChange(sendPasswordReset, {
    success: "Password reset email sent!",
    failure: "Failed to send reset email",
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
