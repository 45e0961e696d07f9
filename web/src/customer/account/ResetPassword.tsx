import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { authSentence } from "../../app/authErrors.ts";
import { paths } from "../../app/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { toast } from "../../ui/toast.ts";
import { AccountForm } from "./AccountForm.tsx";
import { destination, openSession } from "./afterSignIn.ts";
import { CodeField } from "./CodeField.tsx";
import { isReady, NewPasswordFields } from "./NewPasswordFields.tsx";
import { ResetPasswordForm } from "./schemas.ts";
import { useAttempt } from "./useAttempt.ts";

type ResetProps = { email: string; next: string | null; onOtherEmail: () => void };

export function ResetPassword({ email, next, onOtherEmail }: ResetProps): ReactElement {
  const { outcome, attempt } = useAttempt();
  const { register, handleSubmit, formState, watch } = useForm<ResetPasswordForm>({
    resolver: standardSchemaResolver(ResetPasswordForm),
    mode: "onTouched",
    defaultValues: { email, code: "", password: "", confirmation: "" },
  });
  const { errors, isSubmitting } = formState;
  const typed = watch();

  const submit = handleSubmit(({ code, password }) =>
    attempt(async () => {
      const { finishPasswordReset } = await import("../../app/amplify.ts");
      await finishPasswordReset(email, code, password);
      // The password is changed even if the sign-in fails.
      return await openSession(email, password).then(
        () => destination(next),
        () => paths.login.href(next ?? undefined),
      );
    }),
  );
  const resend = async (): Promise<void> => {
    try {
      const { requestPasswordReset } = await import("../../app/amplify.ts");
      await requestPasswordReset(email);
      toast("A new code is on its way.", "good");
    } catch (error) {
      toast(authSentence(error) ?? "An error occurred.", "bad");
    }
  };

  return (
    <AccountForm
      onSubmit={submit}
      outcome={outcome}
      done="Password changed. Redirecting..."
      failed="The password was not changed"
      button="Change password"
      pending={isSubmitting}
      ready={isReady(typed)}
      below={
        <div className="flex flex-wrap justify-between gap-2 text-sm">
          <Button size="small" variant="quiet" className="-ml-3" onClick={resend}>
            Send a new code
          </Button>
          <Button size="small" variant="quiet" className="-mr-3" onClick={onOtherEmail}>
            Use another address
          </Button>
        </div>
      }
    >
      {/* Tells a password manager which account this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <CodeField error={errors.code?.message} {...register("code")} />
      <NewPasswordFields
        label="New password"
        typed={typed}
        errors={errors}
        fields={{
          password: register("password"),
          confirmation: register("confirmation"),
        }}
      />
    </AccountForm>
  );
}
