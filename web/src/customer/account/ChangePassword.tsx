import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactElement, useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import { authSentence } from "../../app/authErrors.ts";
import { paths } from "../../app/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { PasswordField } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.ts";
import { isReady, NewPasswordFields } from "./NewPasswordFields.tsx";
import { ChangePasswordForm } from "./schemas.ts";

export function ChangePassword({ email, onDone }: { email: string; onDone: () => void }): ReactElement {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, watch } = useForm<ChangePasswordForm>({
    resolver: standardSchemaResolver(ChangePasswordForm),
    mode: "onTouched",
    defaultValues: { current: "", password: "", confirmation: "" },
  });
  const { errors, isSubmitting } = formState;
  const typed = watch();

  const submit = handleSubmit(async ({ current, password }) => {
    setFailure(null);
    try {
      const { changePassword } = await import("../../app/amplify.ts");
      await changePassword(current, password);
      toast("Your password is changed.", "good");
      onDone();
    } catch (error) {
      const wrong = error instanceof Error && error.name === "NotAuthorizedException";
      setFailure(
        wrong ? "The current password is not right." : (authSentence(error) ?? "An error occurred."),
      );
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
