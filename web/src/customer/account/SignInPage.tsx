import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { LOGOUT_FAILED_MARK, paths } from "../../app/paths.ts";
import { LOGOUT_FAILED } from "../../app/sessionRecord.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Field, PasswordField } from "../../ui/Field.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { destination } from "./afterSignIn.ts";
import { carryEmail } from "./carriedEmail.ts";
import { noteOf } from "./leaveForSignIn.ts";
import { SignInForm } from "./schemas.ts";
import { useTypedBefore } from "./typedBefore.ts";
import { useAttempt } from "./useAttempt.ts";
import { usePasswordSignIn } from "./usePasswordSignIn.tsx";

export function SignInPage({ query }: { query: URLSearchParams }): ReactElement {
  useTitle("Sign in");
  const { outcome, attempt } = useAttempt();
  const { register, handleSubmit, formState, getValues, setValue } = useForm<SignInForm>({
    resolver: standardSchemaResolver(SignInForm),
    defaultValues: { email: "", password: "" },
  });
  useTypedBefore({
    email: (value) => setValue("email", value),
    password: (value) => setValue("password", value),
  });
  const { errors, isSubmitting } = formState;
  const next = query.get("next");

  const { codeField, signIn } = usePasswordSignIn();
  const note = noteOf(query);
  const submit = handleSubmit(({ email, password }) =>
    attempt(async () => ((await signIn(email, password)) ? destination(next) : null)),
  );

  return (
    <AuthFrame
      title="Sign in"
      lead={
        <>
          New here?{" "}
          <a
            href={paths.signup.href(next ?? undefined)}
            className="font-medium text-signal-ink hover:underline"
          >
            Create an account
          </a>
        </>
      }
    >
      {query.get(LOGOUT_FAILED_MARK.name) === LOGOUT_FAILED_MARK.value && (
        <Banner tone="warn" title={LOGOUT_FAILED} className="mt-6">
          You are signed out in this browser. We could not reach the sign-in service, so the session itself
          ends when it expires.
        </Banner>
      )}
      <AccountForm
        onSubmit={submit}
        outcome={outcome}
        done="Login successful! Redirecting..."
        failed="Login failed"
        button="Sign in"
        pending={isSubmitting}
      >
        {note !== null && outcome === null && <Banner tone="neutral">{note}</Banner>}
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          error={errors.email?.message}
          {...register("email")}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register("password")}
        />
        {codeField}
        {codeField !== null && (
          <a
            href={paths.lostPhone.pattern}
            onClick={() => carryEmail(getValues("email"))}
            className="-mt-2 block w-fit rounded-small text-sm text-quiet underline-offset-2 hover:text-ink hover:underline"
          >
            Lost your phone?
          </a>
        )}
        <a
          href={paths.forgotPassword.href(next ?? undefined)}
          data-carries=""
          onClick={() => carryEmail(getValues("email"))}
          className="-mt-2 block w-fit rounded-small text-sm text-quiet underline-offset-2 hover:text-ink hover:underline"
        >
          Forgot password?
        </a>
      </AccountForm>
    </AuthFrame>
  );
}
