import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactElement, useState } from "react";
import { useForm } from "react-hook-form";
import { authHeading, authSentence } from "../../app/authErrors.ts";
import { paths } from "../../app/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { DialogEnd, Modal } from "../../ui/Dialog.tsx";
import { PasswordField } from "../../ui/Field.tsx";
import { SignInForm } from "./schemas.ts";
import { usePasswordSignIn } from "./usePasswordSignIn.tsx";

/** For an ended session, or an action that requires a recent sign-in. After the sign-in, the action continues. */
export default function SignInAgain({
  email,
  answer,
}: {
  email: string;
  answer: (signedIn: boolean) => void;
}): ReactElement {
  const [failure, setFailure] = useState<unknown>(null);
  const { codeField, signIn } = usePasswordSignIn();
  const { register, handleSubmit, formState } = useForm<SignInForm>({
    resolver: standardSchemaResolver(SignInForm),
    defaultValues: { email, password: "" },
  });
  const submit = handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      if (await signIn(email, password)) answer(true);
    } catch (thrown) {
      setFailure(thrown);
    }
  });
  return (
    <Modal title="Sign in again" onClose={() => answer(false)}>
      <p className="mt-2 text-sm text-quiet">
        Enter your password to continue as{" "}
        <strong className="font-medium wrap-anywhere text-ink">{email}</strong>.
      </p>
      <form noValidate onSubmit={submit} className="mt-5 space-y-5">
        {failure !== null && (
          <Banner tone="bad" title={authHeading(failure) ?? "Login failed"}>
            {authSentence(failure) ?? "An error occurred."}
          </Banner>
        )}
        <input type="email" autoComplete="username" readOnly hidden {...register("email")} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-first
          error={formState.errors.password?.message}
          {...register("password")}
        />
        {codeField}
        <a href={paths.forgotPassword.href()} className="rounded-small text-sm text-quiet hover:underline">
          Forgot password?
        </a>
        <DialogEnd
          confirm="Sign in"
          cancel="Not now"
          pending={formState.isSubmitting}
          onCancel={() => answer(false)}
        />
      </form>
    </Modal>
  );
}
