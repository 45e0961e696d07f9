import type { ReactElement } from "react";
import { DialogEnd, Modal } from "../../ui/Dialog.tsx";
import { PasswordField } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { useText } from "../kit/useText.ts";
import { flag } from "./admission.ts";
import { SignInSteps } from "./SignInSteps.tsx";
import { useOperatorSignIn } from "./useOperatorSignIn.ts";

type SignInAgainProps = { email: string; answer: (signedIn: boolean) => void };

/** A dialog over the page, for an ended session or an action that requires a recent sign-in. */
export default function SignInAgain({ email, answer }: SignInAgainProps): ReactElement {
  const password = useText();
  const signIn = useOperatorSignIn(() => {
    flag();
    answer(true);
  });
  const submit = (): void => {
    if (password.text !== "") void signIn.start(email, password.text);
  };
  return (
    <Modal title="Sign in again" onClose={() => answer(false)}>
      <p className="mt-2 text-sm text-quiet">
        Enter your password to continue as{" "}
        <strong className="font-medium wrap-anywhere text-ink">{email}</strong>.
      </p>
      <SignInSteps signIn={signIn}>
        <Form onSubmit={submit} className="mt-5 space-y-5">
          <input type="email" autoComplete="username" readOnly hidden value={email} />
          <PasswordField label="Password" autoComplete="current-password" data-first {...password.field} />
          <DialogEnd
            confirm="Confirm"
            cancel="Not now"
            disabled={password.text === ""}
            pending={signIn.busy}
            onCancel={() => answer(false)}
          />
        </Form>
      </SignInSteps>
    </Modal>
  );
}
