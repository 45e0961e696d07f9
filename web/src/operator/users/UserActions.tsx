import type { ReactElement } from "react";
import { sendPasswordReset, suspendUser } from "#shared/accounts/operator.ts";
import { useAction } from "../../api/useAction.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { failed } from "../kit/failed.ts";

type UserActionsProps = { user: { id: string; email: string; is_suspended: boolean } };

/** What can be done to an account, from the list and from its own page. */
export function UserActions({ user: { id, email, is_suspended } }: UserActionsProps): ReactElement {
  const suspending = useAction(suspendUser, {
    success: is_suspended ? "The account is open again." : "The account is suspended.",
    failure: failed(is_suspended ? "Failed to unsuspend" : "Failed to suspend"),
  });
  const resetting = useAction(sendPasswordReset, {
    success: "Password reset email sent!",
    failure: failed("Failed to send reset email"),
  });
  return (
    <>
      <ConfirmedAction
        label={is_suspended ? "Unsuspend" : "Suspend"}
        danger={!is_suspended}
        title={`${is_suspended ? "Unsuspend" : "Suspend"} ${email}?`}
        run={() => suspending.run({ userId: id, suspended: !is_suspended })}
      >
        {is_suspended
          ? "They can sign in again, and their keys work as far as they are paid for."
          : "They are signed out everywhere and cannot sign in. Every key of theirs stops working until this is lifted. A subscription goes on being charged."}
      </ConfirmedAction>
      <ConfirmedAction
        label="Send password reset"
        title={`Send ${email} a password reset?`}
        run={() => resetting.run({ userId: id })}
      >
        A mail with a code goes to {email}. Their present password is no good any more.
      </ConfirmedAction>
    </>
  );
}
