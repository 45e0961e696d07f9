import type { ReactElement, ReactNode } from "react";
import { lettersAndDigits } from "#shared/typed.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field, PasswordField } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { useText } from "../kit/useText.ts";
import { AuthenticatorSecret } from "./AuthenticatorSecret.tsx";
import type { OperatorSignIn, WaitingStep } from "./useOperatorSignIn.ts";

type SignInStepsProps = { signIn: OperatorSignIn; children: ReactNode };

/** The last refusal, then the current step. `children` are the first step. */
export function SignInSteps({ signIn, children }: SignInStepsProps): ReactElement {
  return (
    <>
      {signIn.failure !== null && (
        <Banner tone="bad" className="mt-5">
          <span className="font-semibold">Access Denied:</span> {signIn.failure}
        </Banner>
      )}
      {signIn.step === null ? (
        children
      ) : (
        <StepForm
          key={signIn.step.kind}
          step={signIn.step}
          busy={signIn.busy}
          onReply={(text) => void signIn.reply(text)}
          onBack={signIn.restart}
        />
      )}
    </>
  );
}

type StepFormProps = {
  step: WaitingStep;
  busy: boolean;
  onReply: (text: string) => void;
  onBack: () => void;
};

/** The form of a step after the password. */
export function StepForm({ step, busy, onReply, onBack }: StepFormProps): ReactElement {
  const { text, setText, field } = useText();
  const isCode = step.kind !== "password";
  const reply = isCode ? lettersAndDigits(text) : text;
  const ready = isCode ? reply.length === 6 : text.length > 0;
  const submit = (): void => {
    if (ready) onReply(reply);
    setText("");
  };
  return (
    <Form onSubmit={submit} className="mt-6 space-y-5">
      {step.kind === "setup" && <AuthenticatorSecret secret={step.secret} uri={step.uri} />}
      {isCode ? (
        <Field
          key={step.kind}
          label="Code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          placeholder="000000"
          autoFocus
          {...field}
          hint="The six digits in your authenticator app."
        />
      ) : (
        <PasswordField
          label="New password"
          autoComplete="new-password"
          {...field}
          hint="This password replaces your temporary password."
        />
      )}
      <div className="flex gap-2">
        <Button size="large" onClick={onBack}>
          Back
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="flex-1"
          pending={busy}
          disabled={!ready}
        >
          {busy ? "Authenticating..." : "Continue"}
        </Button>
      </div>
    </Form>
  );
}
