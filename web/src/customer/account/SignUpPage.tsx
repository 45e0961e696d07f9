import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { paths } from "../../app/paths.ts";
import { requireStorage } from "../../app/requireStorage.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Field } from "../../ui/Field.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { Agreement } from "./Agreement.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { destination, openSession } from "./afterSignIn.ts";
import { carryEmail, useCarriedEmail } from "./carriedEmail.ts";
import { isReady, NewPasswordFields } from "./NewPasswordFields.tsx";
import { SignUpForm } from "./schemas.ts";
import { useTypedBefore } from "./typedBefore.ts";
import { useAttempt } from "./useAttempt.ts";

export function SignUpPage({ query }: { query: URLSearchParams }): ReactElement {
  useTitle("Create your account");
  const { outcome, attempt } = useAttempt();
  const { register, handleSubmit, formState, setValue, watch } = useForm<SignUpForm>({
    resolver: standardSchemaResolver(SignUpForm),
    mode: "onTouched",
    defaultValues: { email: "", password: "", confirmation: "" },
  });
  const checked = (left: boolean) => ({ shouldTouch: left, shouldValidate: left });
  useTypedBefore({
    email: (value, left) => setValue("email", value, checked(left)),
    password: (value, left) => setValue("password", value, checked(left)),
    confirmation: (value, left) => setValue("confirmation", value, checked(left)),
  });
  const { errors, isSubmitting } = formState;
  const typed = watch();
  const next = query.get("next");
  const invitation = useCarriedEmail(next, typed.email, (email) => setValue("email", email));

  const submit = handleSubmit(({ email, password }) =>
    attempt(async () => {
      // Comes first, because without storage the browser could not sign in to the new account.
      requireStorage();
      const { signUp } = await import("../../app/amplify.ts");
      await signUp(email, password);
      await openSession(email, password);
      carryEmail("");
      return destination(next);
    }),
  );

  return (
    <AuthFrame
      title="Create your account"
      lead={
        <>
          {invitation?.from && (
            <span className="mb-2 block text-ink">
              Your link says that {invitation.from} invited you to a seat in a team.
            </span>
          )}
          Already have an account?{" "}
          <a
            href={paths.login.href(next ?? undefined)}
            className="font-medium text-signal-ink hover:underline"
          >
            Sign in
          </a>
        </>
      }
    >
      <AccountForm
        onSubmit={submit}
        outcome={outcome}
        done="Account created successfully! Redirecting..."
        failed="Account creation failed"
        button="Create account"
        pending={isSubmitting}
        ready={isReady(typed)}
        below={<Agreement deed="By creating an account" />}
      >
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
            password: register("password"),
            confirmation: register("confirmation"),
          }}
        />
      </AccountForm>
    </AuthFrame>
  );
}
