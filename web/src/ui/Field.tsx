import {
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import { useViewOnly } from "./ViewOnly.ts";

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  /** Inside the box, at its end. */
  trailing?: ReactNode;
};

/** Screen readers announce the hint and the error with the label. */
export function Field({ label, hint, error, trailing, className, ...input }: FieldProps): ReactElement {
  const id = useId();
  const isViewOnly = useViewOnly();
  const described = cx(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`);
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          readOnly={isViewOnly}
          {...input}
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described || undefined}
          className={cx(
            "h-11 w-full rounded-control border px-3 text-base transition-colors placeholder:text-faint",
            "focus:outline-2 focus:-outline-offset-1 focus:outline-ink",
            isViewOnly ? "bg-raised" : "bg-surface",
            error === undefined ? "border-edge" : "border-bad",
            trailing !== undefined && "pr-12",
          )}
        />
        {trailing}
      </div>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
          {hint}
        </div>
      )}
      <p
        id={`${id}-error`}
        role="alert"
        className={cx("text-sm text-bad-ink", error !== undefined && "mt-1.5")}
      >
        {error}
      </p>
    </div>
  );
}

export function PasswordField(props: Omit<FieldProps, "type" | "trailing">): ReactElement {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      trailing={
        <button
          type="button"
          aria-label={shown ? "Hide password" : "Show password"}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-quiet hover:text-ink"
        >
          <Icon name={shown ? "eyeOff" : "eye"} />
        </button>
      }
    />
  );
}
