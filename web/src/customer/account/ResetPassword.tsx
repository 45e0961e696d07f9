import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactElement, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { authSentence } from "../../app/authErrors.ts";
import { paths } from "../../app/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { toast } from "../../ui/toast.ts";
import { destination, openSession, REDIRECT_MS } from "./afterSignIn.ts";
import { CodeField } from "./CodeField.tsx";
import { isReady, NewPasswordFields } from "./NewPasswordFields.tsx";
import { ResetPasswordForm } from "./schemas.ts";

type ResetProps = { email: string; next: string | null; onOtherEmail: () => void };

/** The code and the new password; with them one is signed in at once. */
export function ResetPassword({ email, next, onOtherEmail }: ResetProps): ReactElement {
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<{ ok: boolean; sentence?: string | undefined } | null>(null);
  const { register, handleSubmit, formState, watch } = useForm<ResetPasswordForm>({
    resolver: standardSchemaResolver(ResetPasswordForm),
    mode: "onTouched",
    defaultValues: { code: "", password: "", confirmation: "" },
  });
  const { errors, isSubmitting } = formState;
  const typed = watch();

  const submit = handleSubmit(async ({ code, password }) => {
    setOutcome(null);
    try {
      const { finishPasswordReset } = await import("../../app/amplify.ts");
      await finishPasswordReset(email, code, password);
      // The password is changed, whatever comes of signing in with it.
      const signedIn = await openSession(email, password).catch(() => false);
      setOutcome({ ok: true });
      const target = signedIn ? destination(next) : paths.login.href(next ?? undefined);
      setTimeout(() => navigate(target, { replace: true }), REDIRECT_MS);
    } catch (error) {
      setOutcome({ ok: false, sentence: authSentence(error) });
    }
  });
  const sendAgain = async (): Promise<void> => {
    try {
      const { requestPasswordReset } = await import("../../app/amplify.ts");
      await requestPasswordReset(email);
      toast("A new code is on its way.", "good");
    } catch (error) {
      toast(authSentence(error) ?? "An error occurred.", "bad");
    }
  };

  return (
    <form noValidate onSubmit={submit} className="mt-8 space-y-5">
      {outcome?.ok && <Banner tone="good">Password changed. Redirecting...</Banner>}
      {outcome?.ok === false && (
        <Banner tone="bad" title="The password was not changed">
          {outcome.sentence}
        </Banner>
      )}
      {/* Tells a password manager whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <CodeField error={errors.code?.message} {...register("code")} />
      <NewPasswordFields
        label="New password"
        typed={typed}
        errors={errors}
        fields={{
          password: register("password", { deps: ["confirmation"] }),
          confirmation: register("confirmation"),
        }}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        pending={isSubmitting}
        disabled={!isReady(typed) || (outcome?.ok ?? false)}
      >
        Change password
      </Button>
      <div className="flex flex-wrap justify-between gap-2 text-sm">
        <Button size="small" variant="quiet" className="-ml-3" onClick={sendAgain}>
          Send a new code
        </Button>
        <Button size="small" variant="quiet" className="-mr-3" onClick={onOtherEmail}>
          Use another address
        </Button>
      </div>
    </form>
  );
}
