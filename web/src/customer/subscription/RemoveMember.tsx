import type { ReactElement } from "react";
import { removeMember, type TeamMemberView } from "#shared/subscriptions/team.ts";
import { useAction } from "../../api/useAction.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";

export function RemoveMember({ member: { id, email, state } }: { member: TeamMemberView }): ReactElement {
  const { run, pending } = useAction(removeMember, { success: `The seat of ${email} is available again.` });
  return (
    <DialogButton
      label="Remove"
      aria-label={`Remove ${email}`}
      dialog={(close) => (
        <ConfirmDialog
          danger
          onClose={close}
          title={`Remove ${email}?`}
          confirm="Remove"
          cancel="Keep"
          pending={pending}
          onConfirm={() => void run({ member: id }).then(close)}
        >
          {state === "accepted"
            ? "Their license key stops working, and we tell them by email. A computer that uses it stops at its next check. The seat is free for someone else, and your bill stays the same."
            : "Their link stops working. The seat is free for someone else, and your bill stays the same."}
        </ConfirmDialog>
      )}
    />
  );
}
