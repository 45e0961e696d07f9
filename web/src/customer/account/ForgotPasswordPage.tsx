import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactElement, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { authSentence } from "../../app/authErrors.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Field } from "../../ui/Field.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { ResetPassword } from "./ResetPassword.tsx";
import { ForgotPasswordForm } from "./schemas.ts";

/** First the address, then the code that was mailed to it with the new password. */
export function Component(): ReactElement {
  useTitle("Forgot password");
  const [query] = useSearchParams();
  const next = query.get("next");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const typedBefore = useTypedEmail();
  return (
    <AuthFrame
      title={sentTo === null ? "Forgot your password?" : "Choose a new password"}
      lead={
        sentTo === null ? (
          <>
            We mail you a code to choose a new one. Or{" "}
            <Link
              to={paths.login.href(next ?? undefined)}
              className="font-medium text-signal-ink hover:underline"
            >
              sign in
            </Link>
          </>
        ) : (
          <>
            If there is an account for <strong className="font-medium break-words text-ink">{sentTo}</strong>,
            a code is on its way to it.
          </>
        )
      }
    >
      {sentTo === null ? (
        <AskForCode email={typedBefore} onSent={setSentTo} />
      ) : (
        <ResetPassword email={sentTo} next={next} onOtherEmail={() => setSentTo(null)} />
      )}
    </AuthFrame>
  );
}

/** What was typed on the sign-in page need not be typed again. */
function useTypedEmail(): string {
  const { state } = useLocation();
  return typeof state === "object" && state !== null && typeof state.email === "string" ? state.email : "";
}

function AskForCode({ email, onSent }: { email: string; onSent: (email: string) => void }): ReactElement {
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
      onSent(typed.email);
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
