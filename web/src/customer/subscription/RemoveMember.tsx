import { type ReactElement, useState } from "react";
import { removeMember, type TeamMemberView } from "#shared/subscriptions/team.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";

export function RemoveMember({ member: { id, email, state } }: { member: TeamMemberView }): ReactElement {
  const [asking, setAsking] = useState(false);
  const { run, pending } = useAction(removeMember, { success: `The seat of ${email} is available again.` });
  const remove = async (): Promise<void> => {
    await run({ member: id });
    setAsking(false);
  };
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)} aria-label={`Remove ${email}`}>
        Remove
      </Button>
      {asking && (
        <ConfirmDialog
          danger
          onClose={() => setAsking(false)}
          title={`Remove ${email}?`}
          confirm="Remove"
          cancel="Keep"
          pending={pending}
          onConfirm={remove}
        >
          {state === "accepted"
            ? "Their license key stops working, and we tell them by email. A computer that uses it stops at its next check. The seat is free for someone else, and your bill stays the same."
            : "Their link stops working. The seat is free for someone else, and your bill stays the same."}
        </ConfirmDialog>
      )}
    </>
  );
}
