import { type ReactElement, useState } from "react";
import { deleteAccount } from "#shared/customers/customer.ts";
import { reasonOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { leaveForSignIn } from "./leaveForSignIn.ts";

/** The customer types the address, to prevent mistakes. The API also requires a fresh sign-in. */
export function DeleteAccount({ email, onClose }: { email: string; onClose: () => void }): ReactElement {
  const [typed, setTyped] = useState("");
  const { run, pending, error } = useAction(deleteAccount, {
    quiet: true,
    revalidate: false,
    onSuccess: () => leaveForSignIn("deleted"),
  });

  return (
    <Modal title="Delete your account?" role="alertdialog" onClose={onClose}>
      <div className="mt-3 space-y-3 text-sm text-quiet">
        <p>You cannot undo this. As soon as you confirm:</p>
        <ul className="list-disc space-y-1 pl-5">
          <li>your subscription ends, with no refund for the days that are left;</li>
          <li>
            your license keys stop working, including lifetime keys, and we delete the list of your computers;
          </li>
          <li>we delete your email address, your sign-in and your activity;</li>
          <li>you give up affiliate earnings that you have not requested.</li>
        </ul>
        <p>We remove your saved cards. Payments and invoices stay at Stripe, as the law requires.</p>
      </div>
      {error !== null && (
        <Banner tone="bad" className="mt-4">
          {reasonOf(error)}
        </Banner>
      )}
      <form
        noValidate
        className="mt-5 space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          void run({ email: typed });
        }}
      >
        <Field
          data-first
          label={`Type ${email} to confirm`}
          type="email"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          <Button onClick={onClose}>Keep my account</Button>
          <Button
            type="submit"
            variant="danger"
            pending={pending}
            disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
          >
            Delete permanently
          </Button>
        </div>
      </form>
    </Modal>
  );
}
