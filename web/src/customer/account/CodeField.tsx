import type { ComponentProps, ReactElement } from "react";
import { Field } from "../../ui/Field.tsx";

/** Six digits from a mail; phones and mail programs offer to fill it in. */
export function CodeField({
  label = "Code",
  ...props
}: Omit<ComponentProps<typeof Field>, "label" | "type"> & { label?: string }): ReactElement {
  return (
    <Field
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
