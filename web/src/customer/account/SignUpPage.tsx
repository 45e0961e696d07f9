import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactElement, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { authSentence } from "../../app/authErrors.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { destination, openSession, REDIRECT_MS } from "./afterSignIn.ts";
import { isReady, NewPasswordFields } from "./NewPasswordFields.tsx";
import { loader } from "./SignInPage.tsx";
import { SignUpForm } from "./schemas.ts";

export { loader };

type Outcome = { ok: boolean; sentence: string | undefined } | null;

export function Component(): ReactElement {
  useTitle("Create your account");
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>(null);
  const { register, handleSubmit, formState, watch } = useForm<SignUpForm>({
    resolver: standardSchemaResolver(SignUpForm),
    mode: "onTouched",
    defaultValues: { email: "", password: "", confirmation: "" },
  });
  const { errors, isSubmitting } = formState;
  const typed = watch();
  const next = query.get("next");

  const submit = handleSubmit(async ({ email, password: chosen }) => {
    setOutcome(null);
    try {
      const { signUp } = await import("../../app/amplify.ts");
      await signUp(email, chosen);
      const ok = await openSession(email, chosen);
      setOutcome({ ok, sentence: undefined });
      if (ok) setTimeout(() => navigate(destination(next), { replace: true }), REDIRECT_MS);
    } catch (error) {
      setOutcome({ ok: false, sentence: authSentence(error) });
    }
  });

  return (
    <AuthFrame
      title="Create your account"
      lead={
        <>
          Already have one?{" "}
          <Link
            to={paths.login.href(next ?? undefined)}
            className="font-medium text-signal-ink hover:underline"
          >
            Sign in
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="mt-8 space-y-5">
        {outcome?.ok && <Banner tone="good">Account created successfully! Redirecting...</Banner>}
        {outcome?.ok === false && (
          <Banner tone="bad" title="Account creation failed">
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
        <NewPasswordFields
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
          Create account
        </Button>
      </form>
    </AuthFrame>
  );
}
