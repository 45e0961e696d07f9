import { type ReactElement, useState } from "react";
import { deleteAccount } from "#shared/customers/customer.ts";
import { reasonOf } from "../../api/ApiError.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { useAction } from "../../api/useAction.ts";
import { Field } from "../../ui/Field.tsx";
import { leaveForSignIn } from "./leaveForSignIn.ts";

/** The customer types the address, to prevent mistakes. The API also requires a fresh sign-in. */
export function DeleteAccount({ email, onClose }: { email: string; onClose: () => void }): ReactElement {
  const [typed, setTyped] = useState("");
  const remove = useAction(deleteAccount, {
    quiet: true,
    revalidate: false,
    onSuccess: () => leaveForSignIn("deleted"),
  });

  return (
    <FormDialog
      title="Delete your account?"
      role="alertdialog"
      lead={
        <>
          <p>You cannot undo this. As soon as you confirm:</p>
          <ul className="list-disc space-y-1 pl-5">
            <li>your subscription ends, with no refund for the days that are left;</li>
            <li>
              your license keys stop working, including lifetime keys, and we delete the list of your
              computers;
            </li>
            <li>we delete your email address, your sign-in and your activity;</li>
            <li>you lose affiliate earnings for which you have not requested a payout.</li>
          </ul>
          <p>We remove your saved cards. Payments and invoices stay at Stripe, as the law requires.</p>
        </>
      }
      action={remove}
      failure={reasonOf}
      confirm="Delete permanently"
      cancel="Keep my account"
      danger
      disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
      onClose={onClose}
      onSubmit={() => void remove.run({ email: typed })}
    >
      <Field
        data-first
        label={`Type ${email} to confirm`}
        type="email"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
