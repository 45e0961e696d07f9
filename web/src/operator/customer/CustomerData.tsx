import type { ReactElement } from "react";
import { useNavigate } from "react-router-dom";
import { deleteCustomer, exportCustomer } from "#shared/customers/operator.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { Field } from "../../ui/Field.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import { useChange, userSubject } from "../data/useChange.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { failedToRead } from "../kit/failed.ts";
import { useText } from "../kit/useText.ts";
import { hrefOf } from "../tabs.ts";

type CustomerDataProps = { userId: string; email: string };

/** Exports or deletes a customer's data. Both require a sign-in within the last ten minutes. */
export function CustomerData({ userId, email }: CustomerDataProps): ReactElement {
  const read = useChange(exportCustomer, { failure: failedToRead("Export failed"), revalidate: false });
  const copy = async (): Promise<void> => {
    const first = await read.run({ userId });
    if (first === undefined) return;
    const activity = [...first.activity];
    for (let cursor = first.next; cursor !== null; ) {
      const more = await read.run({ userId, cursor });
      if (more === undefined) return;
      activity.push(...more.activity);
      cursor = more.next;
    }
    const { next: _, ...whole } = first;
    saveFile(`${userId}.json`, JSON.stringify({ ...whole, activity }, null, 2));
  };
  return (
    <>
      <ConfirmedAction label="Export data" title={`Export the data of ${email}?`} run={copy}>
        Downloads the file that the customer gets under Account, Your data. Give it only to the customer. The
        audit log records the export.
      </ConfirmedAction>
      <DialogButton
        variant="danger"
        label="Delete account"
        dialog={(close) => <DeleteDialog userId={userId} email={email} onClose={close} />}
      />
    </>
  );
}

function DeleteDialog({ userId, email, onClose }: CustomerDataProps & { onClose: () => void }): ReactElement {
  const typed = useText();
  const note = useText();
  const navigate = useNavigate();
  const remove = useChange(deleteCustomer, {
    changes: ({ userId }) => [userSubject(userId)],
    quiet: true,
    success: "The account is being deleted.",
    onSuccess: () => void navigate(hrefOf("users")),
  });
  const fits = typed.text.trim().toLowerCase() === email.toLowerCase();
  return (
    <FormDialog
      title={`Delete the account of ${email}?`}
      role="alertdialog"
      lead="The subscription ends immediately, without a refund, and every key stops working. We delete the customer's email address, sign-in and activity. Payments stay, as the law requires. You cannot undo this."
      failure="Delete failed"
      confirm="Delete permanently"
      cancel="Keep the account"
      danger
      disabled={!fits}
      action={remove}
      onClose={onClose}
      onSubmit={() => void remove.run({ userId, email: typed.text, note: note.text })}
    >
      <Field label={`Type ${email} to confirm`} type="email" autoComplete="off" data-first {...typed.field} />
      <Field
        label="Note"
        maxLength={500}
        {...note.field}
        hint="The note stays in the audit log, so leave out names and addresses."
      />
    </FormDialog>
  );
}
