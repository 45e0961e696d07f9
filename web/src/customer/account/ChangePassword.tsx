import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactElement, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useRevalidator } from "react-router-dom";
import { changePassword } from "#shared/accounts/customer.ts";
import { passwordWeakness } from "#shared/accounts/passwordWords.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { authSentence } from "../../app/authErrors.ts";
import { paths } from "../../app/paths.ts";
import { signInAgain } from "../../app/signInAgain.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { PasswordField } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.ts";
import { needsCode, openSession, reopenSession } from "./afterSignIn.ts";
import { leaveForSignIn } from "./leaveForSignIn.ts";
import { isReady, NewPasswordFields } from "./NewPasswordFields.tsx";
import { ChangePasswordForm } from "./schemas.ts";

type ChangePasswordProps = { email: string; name: string | null; onDone: () => void };

/** The present password is proven by a sign-in, as the server asks for a fresh one; every other browser is signed out. */
export function ChangePassword({ email, name, onDone }: ChangePasswordProps): ReactElement {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, watch } = useForm<ChangePasswordForm>({
    resolver: standardSchemaResolver(ChangePasswordForm),
    mode: "onTouched",
    defaultValues: { current: "", password: "", confirmation: "" },
  });
  const { revalidate } = useRevalidator();
  const { errors, isSubmitting } = formState;
  const typed = watch();

  const submit = handleSubmit(async ({ current, password }) => {
    const weakness = passwordWeakness(password, name === null ? [email] : [email, name]);
    setFailure(weakness ?? null);
    if (weakness !== undefined) return;
    try {
      await proveCurrent(email, current);
      await call(changePassword, { password });
    } catch (error) {
      const wrong = error instanceof Error && error.name === "NotAuthorizedException";
      setFailure(wrong ? "That password is incorrect." : (authSentence(error) ?? messageOf(error)));
      return;
    }
    try {
      await reopenSession(email, password);
      toast("Your password was changed. Every other browser is signed out.", "good");
      onDone();
      await revalidate();
    } catch {
      leaveForSignIn("Your password was changed. Sign in with the new one.");
    }
  });

  return (
    <form noValidate onSubmit={submit} className="max-w-md space-y-5 pt-5">
      {failure !== null && (
        <Banner tone="bad" title="The password was not changed">
          {failure}
        </Banner>
      )}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        autoFocus
        error={errors.current?.message}
        {...register("current")}
      />
      <NewPasswordFields
        label="New password"
        typed={typed}
        errors={errors}
        fields={{
          password: register("password", { deps: ["confirmation"] }),
          confirmation: register("confirmation"),
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" pending={isSubmitting} disabled={!isReady(typed)}>
          Change password
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Link
          to={paths.forgotPassword.href()}
          className="ml-auto rounded-small text-sm text-quiet underline-offset-2 hover:text-ink hover:underline"
        >
          Forgot password?
        </Link>
      </div>
    </form>
  );
}

/** A sign-in with the present password; the dialog asks for the authenticator's code where there is one. */
async function proveCurrent(email: string, current: string): Promise<void> {
  try {
    await openSession(email, current);
  } catch (error) {
    if (!needsCode(error) || !(await signInAgain(email))) throw error;
  }
}
