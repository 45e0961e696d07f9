import { type ReactElement, type TextareaHTMLAttributes, useId } from "react";
import { cx } from "./cx.ts";
import { useViewOnly } from "./ViewOnly.ts";

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { label: string };

export function TextArea({ label, className, ...area }: TextAreaProps): ReactElement {
  const id = useId();
  const isViewOnly = useViewOnly();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        readOnly={isViewOnly}
        {...area}
        id={id}
        className={cx(
          "w-full rounded-control border border-edge px-3 py-2 text-sm leading-6 focus:outline-2 focus:-outline-offset-1 focus:outline-ink disabled:text-quiet",
          isViewOnly ? "bg-raised" : "bg-surface",
        )}
      />
    </div>
  );
}
