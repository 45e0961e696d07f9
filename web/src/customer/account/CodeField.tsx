import type { ComponentProps, ReactElement } from "react";
import { Field } from "../../ui/Field.tsx";

/** For a six-digit code from an email or an authenticator app. Phones and password managers can fill it in. */
export function CodeField({
  label = "Code",
  ...props
}: Omit<ComponentProps<typeof Field>, "label" | "type"> & { label?: string }): ReactElement {
  return (
    <Field
      autoFocus
      label={label}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      placeholder="000000"
      {...props}
    />
  );
}
