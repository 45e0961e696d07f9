import type { ComponentProps, ReactElement } from "react";
import { Field } from "../../ui/Field.tsx";

/** Six digits from a mail; phones and mail programs offer to fill it in. */
export function CodeField(props: Omit<ComponentProps<typeof Field>, "label" | "type">): ReactElement {
  return (
    <Field
      label="Code"
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      placeholder="000000"
      {...props}
    />
  );
}
