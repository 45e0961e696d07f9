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
import { carryEmail, useCarriedEmail } from "./carriedEmail.ts";
import { noteOf } from "./leaveForSignIn.ts";
import { SignInForm } from "./schemas.ts";
import { useTypedBefore } from "./typedBefore.ts";
import { useAttempt } from "./useAttempt.ts";
import { usePasswordSignIn } from "./usePasswordSignIn.tsx";

export function SignInPage({ query }: { query: URLSearchParams }): ReactElement {
  useTitle("Sign in");
  const { outcome, attempt } = useAttempt();
  const { register, handleSubmit, formState, getValues, setValue, watch } = useForm<SignInForm>({
    resolver: standardSchemaResolver(SignInForm),
    defaultValues: { email: "", password: "" },
  });
  useTypedBefore({
    email: (value) => setValue("email", value),
    password: (value) => setValue("password", value),
  });
  const { errors, isSubmitting } = formState;
  const next = query.get("next");
  const invitation = useCarriedEmail(next, watch("email"), (email) => setValue("email", email));

  const { codeField, signIn } = usePasswordSignIn();
  const note = noteOf(query);
  const submit = handleSubmit(({ email, password }) =>
    attempt(async () => {
      if (!(await signIn(email, password))) return null;
      carryEmail("");
      return destination(next);
    }),
  );

  return (
    <AuthFrame
      title="Sign in"
      lead={
        <>
          {invitation?.from && (
            <span className="mb-2 block text-ink">
              Your link says that {invitation.from} invited you to a seat in a team.
            </span>
          )}
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
          This browser is signed out. We could not reach the sign-in service to end the session, so it stays
          valid until it expires.
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
