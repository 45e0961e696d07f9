import { type FormEvent, type ReactElement, useState } from "react";
import { changeCustomerEmail } from "#shared/accounts/operator.ts";
import { ApiError, messageOf } from "../../api/ApiError.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { useChange, userSubject } from "../data/useChange.ts";

type EmailDialogProps = { userId: string; email: string; onClose: () => void };

export function ChangeEmail(customer: Omit<EmailDialogProps, "onClose">): ReactElement {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" changes onClick={() => setAsking(true)}>
        Change email
      </Button>
      {asking && <EmailDialog {...customer} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Changes the address of a customer who can no longer read their mail. */
function EmailDialog({ userId, email, onClose }: EmailDialogProps): ReactElement {
  const [typed, setTyped] = useState("");
  const change = useChange(changeCustomerEmail, {
    changes: () => [userSubject(userId)],
    success: "The email address is changed.",
    quiet: true,
    onSuccess: onClose,
  });
  const { error } = change;
  const mistake = error instanceof ApiError && error.field === "email" ? error.message : undefined;
  const isNew = !["", email].includes(typed.trim());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isNew) void change.run({ userId, email: typed });
  };
  return (
    <Modal title={`Change the email of ${email}`} onClose={onClose}>
      <p className="mt-2 text-sm text-quiet">
        First make sure that the request comes from the customer: the owner of the new address can reset the
        password. We sign the customer out everywhere and email the old address. A second factor stays on.
      </p>
      <form noValidate onSubmit={submit} className="mt-4 space-y-4">
        {error !== null && mistake === undefined && <Banner tone="bad">{messageOf(error)}</Banner>}
        <Field
          label="New email"
          type="email"
          autoComplete="off"
          maxLength={320}
          data-first
          value={typed}
          error={mistake}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!isNew} pending={change.pending}>
            Change email
          </Button>
        </div>
      </form>
    </Modal>
  );
}
