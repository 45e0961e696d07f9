import { type ReactElement, useState } from "react";
import { addNote, changeCustomerEmail } from "#shared/accounts/operator.ts";
import type { GrantView, UserRow } from "#shared/customers/userRow.ts";
import { fromEpochSeconds, SECOND } from "#shared/instant.ts";
import { changeSubscription } from "#shared/subscriptions/operator.ts";
import { isOngoing, needsPayment } from "#shared/subscriptions/subscription.ts";
import { messageOf, refusalOf } from "../../api/ApiError.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { Field } from "../../ui/Field.tsx";
import { atTime } from "../../ui/format.ts";
import { clockSkew } from "../../ui/serverClock.ts";
import { toast } from "../../ui/toast.ts";
import { useChange, userSubject } from "../data/useChange.ts";
import { GenerateKey } from "../keys/GenerateKey.tsx";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { useText } from "../kit/useText.ts";

type CustomerToolsProps = {
  user: Pick<UserRow, "id" | "email" | "is_suspended">;
  grants: readonly GrantView[];
};

export function CustomerTools({ user, grants }: CustomerToolsProps): ReactElement {
  const { id, email } = user;
  return (
    <>
      <DialogButton
        changes
        label="Generate key"
        dialog={(close) => <GenerateKey owner={{ id, email }} onClose={close} />}
      />
      {!user.is_suspended && <SubscriptionEnd user={user} grants={grants} />}
      <DialogButton
        changes
        label="Add note"
        dialog={(close) => <NoteDialog userId={id} email={email} onClose={close} />}
      />
    </>
  );
}

type DialogProps = { userId: string; email: string; onClose: () => void };

function NoteDialog({ userId, email, onClose }: DialogProps): ReactElement {
  const note = useText();
  const [requestId] = useState(() => crypto.randomUUID());
  const save = useChange(addNote, {
    changes: () => [userSubject(userId)],
    success: "The note is saved.",
    quiet: true,
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={`Add a note about ${email}`}
      lead="Operators read the note in the timeline and in the audit log. Nobody can edit it. The customer's data export contains the note, and its text is removed when the account is deleted."
      failure="Failed to save the note"
      confirm="Save note"
      disabled={note.text.trim() === ""}
      action={save}
      onClose={onClose}
      onSubmit={() => void save.run({ userId, note: note.text, requestId })}
    >
      <Field label="Note" maxLength={500} data-first {...note.field} />
    </FormDialog>
  );
}

/** Changes the address of a customer who can no longer read their mail. */
export function EmailDialog({ userId, email, onClose }: DialogProps): ReactElement {
  const typed = useText();
  const change = useChange(changeCustomerEmail, {
    changes: () => [userSubject(userId)],
    success: "The email address is changed.",
    quiet: true,
    onSuccess: onClose,
  });
  const mistake = refusalOf(change.error, "email");
  const isNew = !["", email].includes(typed.text.trim());
  return (
    <FormDialog
      title={`Change the email of ${email}`}
      lead="First make sure that the request comes from the customer: the owner of the new address can reset the password. We sign the customer out everywhere and email the old address. A second factor stays on."
      failure={(error) => (mistake === undefined ? messageOf(error) : null)}
      confirm="Change email"
      disabled={!isNew}
      action={change}
      onClose={onClose}
      onSubmit={() => void change.run({ userId, email: typed.text })}
    >
      <Field
        label="New email"
        type="email"
        autoComplete="off"
        maxLength={320}
        data-first
        error={mistake}
        {...typed.field}
      />
    </FormDialog>
  );
}

/** Nothing is charged for a key that is suspended or switched off. */
const isHeld = (code: GrantView["code"]): boolean => code === "SUSPENDED" || code === "INACTIVE";

export function endWords(grant: GrantView): string {
  const { subscription_status, current_period_end, renewal_pending } = grant;
  const end =
    current_period_end === null
      ? "when its current period is over"
      : `on ${atTime(fromEpochSeconds(current_period_end))}`;
  const held = isHeld(grant.code);
  if (renewal_pending && !held)
    return "The subscription ends now, and its renewal is not charged. You cannot undo this.";
  const isOwed = subscription_status !== null && needsPayment(subscription_status) && !held;
  return isOwed
    ? `The subscription ends ${end}. You can undo this until then. The open payment is still due; after that, nothing is charged.`
    : `The subscription ends ${end} and is not charged again. You can undo this until then.`;
}

/** Says what happens if a canceled subscription continues. @param endsAt epoch seconds */
export function resumeWords({ code }: Pick<GrantView, "code">, endsAt: number): string {
  const renewal = `The subscription renews on ${atTime(fromEpochSeconds(endsAt))} instead of ending`;
  return isHeld(code)
    ? `${renewal}. Nothing is charged while the license is suspended or switched off.`
    : `${renewal}, and the customer is charged.`;
}

/** While the account is suspended, `UserActions` has the button that cancels the paused subscription. */
function SubscriptionEnd({ user: { id: userId, email }, grants }: CustomerToolsProps): ReactElement | null {
  const change = useChange(changeSubscription, {
    changes: () => [userSubject(userId)],
    failure: "Failed to change the subscription",
    onSuccess: ({ ends_at }) => {
      const isOver = ends_at !== null && ends_at * SECOND <= Date.now() + clockSkew();
      const ends = isOver ? "The subscription has ended." : "The subscription is set to end.";
      toast(ends_at === null ? "The subscription continues." : ends, "good");
    },
  });
  const ongoing = grants.find(
    ({ subscription_status }) => subscription_status !== null && isOngoing(subscription_status),
  );
  if (ongoing === undefined) return null;
  const { ends_at } = ongoing;
  // The server refuses to keep a subscription beside a lifetime license or after a lost dispute.
  if (
    ends_at !== null &&
    grants.some(({ source, code, is_final }) => is_final || (source === "lifetime" && code !== "REVOKED"))
  )
    return null;
  const label = ends_at === null ? "End subscription" : "Resume subscription";
  return (
    <ConfirmedAction
      label={label}
      danger={ends_at === null}
      title={`${label.replace(" ", " the ")} of ${email}?`}
      run={() => change.run({ userId, cancel: ends_at === null })}
    >
      {ends_at === null ? endWords(ongoing) : resumeWords(ongoing, ends_at)}
    </ConfirmedAction>
  );
}
