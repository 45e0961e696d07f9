import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactElement, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, redirect, useNavigate, useSearchParams } from "react-router-dom";
import { authSentence } from "../../app/authErrors.ts";
import { paths } from "../../app/paths.ts";
import { readSession } from "../../app/session.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field, PasswordField } from "../../ui/Field.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { destination, openSession, REDIRECT_MS } from "./afterSignIn.ts";
import { SignInForm } from "./schemas.ts";

export function loader({ request }: { request: Request }): Response | null {
  return readSession() === null ? null : redirect(destination(new URL(request.url).searchParams.get("next")));
}

type Outcome = { ok: boolean; sentence: string | undefined } | null;

export function Component(): ReactElement {
  useTitle("Sign in");
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>(null);
  const { register, handleSubmit, formState, watch } = useForm<SignInForm>({
    resolver: standardSchemaResolver(SignInForm),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;
  const next = query.get("next");

  const submit = handleSubmit(async ({ email, password }) => {
    setOutcome(null);
    try {
      const ok = await openSession(email, password);
      setOutcome({ ok, sentence: undefined });
      if (ok) setTimeout(() => navigate(destination(next), { replace: true }), REDIRECT_MS);
    } catch (error) {
      setOutcome({ ok: false, sentence: authSentence(error) });
    }
  });

  return (
    <AuthFrame
      title="Sign in"
      lead={
        <>
          New here?{" "}
          <Link
            to={paths.signup.href(next ?? undefined)}
            className="font-medium text-signal-ink hover:underline"
          >
            Create an account
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="mt-8 space-y-5">
        {outcome?.ok && <Banner tone="good">Login successful! Redirecting...</Banner>}
        {outcome?.ok === false && (
          <Banner tone="bad" title="Login failed">
            {outcome.sentence}
          </Banner>
        )}
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
        <Link
          to={paths.forgotPassword.href(next ?? undefined)}
          state={{ email: watch("email") }}
          className="-mt-2 block w-fit rounded-small text-sm text-quiet underline-offset-2 hover:text-ink hover:underline"
        >
          Forgot password?
        </Link>
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="w-full"
          pending={isSubmitting}
          disabled={outcome?.ok ?? false}
        >
          Sign in
        </Button>
      </form>
    </AuthFrame>
  );
}
