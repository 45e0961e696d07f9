import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactElement, useState } from "react";
import { useForm } from "react-hook-form";
import { useRevalidator } from "react-router-dom";
import { passwordWeakness } from "#shared/accounts/passwordWords.ts";
import { changePassword } from "#shared/accounts/settings.ts";
import { FailureBanner } from "../../api/FailureBanner.tsx";
import { useAction } from "../../api/useAction.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { toast } from "../../ui/toast.ts";
import { openSession } from "./afterSignIn.ts";
import { leaveForSignIn } from "./leaveForSignIn.ts";
import { isReady, NewPasswordFields } from "./NewPasswordFields.tsx";
import { ChangePasswordForm } from "./schemas.ts";

type ChangePasswordProps = { email: string; name: string | null; onDone: () => void };

const REFUSED = "The password was not changed";

/**
 * Changes the password and signs out every other browser. A sign-in within the last ten minutes proves the current
 * password. Otherwise, a dialog asks for the current password.
 */
export function ChangePassword({ email, name, onDone }: ChangePasswordProps): ReactElement {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, watch } = useForm<ChangePasswordForm>({
    resolver: standardSchemaResolver(ChangePasswordForm),
    mode: "onTouched",
    defaultValues: { password: "", confirmation: "" },
  });
  const { revalidate } = useRevalidator();
  const { errors, isSubmitting } = formState;
  const typed = watch();

  const change = useAction(changePassword, { quiet: true, revalidate: false });
  const submit = handleSubmit(async ({ password }) => {
    const weakness = passwordWeakness(password, name === null ? [email] : [email, name]);
    setFailure(weakness ?? null);
    if (weakness !== undefined || (await change.run({ password })) === undefined) return;
    try {
      await openSession(email, password);
      toast("Your password was changed. Every other browser is signed out.", "good");
      onDone();
      await revalidate();
    } catch {
      leaveForSignIn("password");
    }
  });

  return (
    <form noValidate onSubmit={submit} className="max-w-md space-y-5 pt-5">
      {failure !== null && (
        <Banner tone="bad" title={REFUSED}>
          {failure}
        </Banner>
      )}
      {failure === null && change.error !== null && (
        <FailureBanner error={change.error} refused={REFUSED} maybe="Your password may have changed." />
      )}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields
        label="New password"
        typed={typed}
        errors={errors}
        fields={{
          password: register("password"),
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
      </div>
    </form>
  );
}
