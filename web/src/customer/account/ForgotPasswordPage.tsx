import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactElement, useState } from "react";
import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router-dom";
import { authSentence } from "../../app/authErrors.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { carriedEmail } from "./carriedEmail.ts";
import { ResetPassword } from "./ResetPassword.tsx";
import { ForgotPasswordForm } from "./schemas.ts";

/** `before`: the user already had a code, for example from the operator. A new mail would invalidate that code. */
type Mailed = { to: string; before: boolean };

export function Component(): ReactElement {
  useTitle("Forgot password");
  const [query] = useSearchParams();
  const next = query.get("next");
  const [mailed, setMailed] = useState<Mailed | null>(null);
  const [typedBefore] = useState(carriedEmail);
  return (
    <AuthFrame
      title={mailed === null ? "Forgot your password?" : "Choose a new password"}
      lead={
        mailed === null ? (
          <>
            We'll email you a reset code. Or{" "}
            <a
              href={paths.login.href(next ?? undefined)}
              className="font-medium text-signal-ink hover:underline"
            >
              sign in
            </a>
          </>
        ) : mailed.before ? (
          <>
            Enter the code we emailed to <Address>{mailed.to}</Address>.
          </>
        ) : (
          <>
            If there is an account for <Address>{mailed.to}</Address>, we emailed it a code.
          </>
        )
      }
    >
      {mailed === null ? (
        <AskForCode email={typedBefore} onMailed={setMailed} />
      ) : (
        <ResetPassword email={mailed.to} next={next} onOtherEmail={() => setMailed(null)} />
      )}
    </AuthFrame>
  );
}

function Address({ children }: { children: string }): ReactElement {
  return <strong className="font-medium wrap-anywhere text-ink">{children}</strong>;
}

type AskForCodeProps = { email: string; onMailed: (mailed: Mailed) => void };

function AskForCode({ email, onMailed }: AskForCodeProps): ReactElement {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<ForgotPasswordForm>({
    resolver: standardSchemaResolver(ForgotPasswordForm),
    defaultValues: { email },
  });
  const submit = handleSubmit(async (typed) => {
    setFailure(null);
    try {
      const { requestPasswordReset } = await import("../../app/amplify.ts");
      await requestPasswordReset(typed.email);
      onMailed({ to: typed.email, before: false });
    } catch (error) {
      setFailure(authSentence(error) ?? "An error occurred.");
    }
  });
  return (
    <AccountForm
      onSubmit={submit}
      outcome={failure === null ? null : { ok: false, sentence: failure }}
      failed="The code could not be sent"
      button="Send code"
      pending={formState.isSubmitting}
      below={
        <Button
          size="small"
          variant="quiet"
          className="-ml-3"
          onClick={handleSubmit((typed) => onMailed({ to: typed.email, before: true }))}
        >
          I already have a code
        </Button>
      }
    >
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={formState.errors.email?.message}
        {...register("email")}
      />
    </AccountForm>
  );
}
