import type { ReactElement } from "react";
import { changeCustomerEmail } from "#shared/accounts/operator.ts";
import { messageOf, refusalOf } from "../../api/ApiError.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { useChange, userSubject } from "../data/useChange.ts";
import { useText } from "../kit/useText.ts";

type EmailDialogProps = { userId: string; email: string; onClose: () => void };

/** Changes the address of a customer who can no longer read their mail. */
export function EmailDialog({ userId, email, onClose }: EmailDialogProps): ReactElement {
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
