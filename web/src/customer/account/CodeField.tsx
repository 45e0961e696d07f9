import type { ComponentProps, ReactElement } from "react";
import { Field } from "../../ui/Field.tsx";

/** Six digits from a mail, typed next wherever they are asked for; phones and mail programs offer to fill them in. */
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
