import type { ReactElement } from "react";
import type { FieldErrors, UseFormRegisterReturn } from "react-hook-form";
import { isAcceptablePassword } from "#shared/accounts/password.ts";
import { PasswordField } from "../../ui/Field.tsx";
import { PasswordChecklist } from "./PasswordChecklist.tsx";

type Typed = { password: string; confirmation: string };

export function NewPasswordFields({
  label = "Password",
  typed: { password, confirmation },
  errors,
  fields,
}: {
  label?: string;
  typed: Typed;
  errors: FieldErrors<Typed>;
  fields: { password: UseFormRegisterReturn; confirmation: UseFormRegisterReturn };
}): ReactElement {
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={<PasswordChecklist password={password} />}
        error={errors.password?.message}
        {...fields.password}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        // Compared while typing. The form itself reports an empty field once the user leaves it.
        error={
          confirmation === ""
            ? errors.confirmation?.message
            : password === confirmation
              ? undefined
              : "Passwords do not match"
        }
        {...fields.confirmation}
      />
    </>
  );
}

export function isReady({ password, confirmation }: Typed): boolean {
  return isAcceptablePassword(password) && password === confirmation;
}
