import { type ReactElement, type SelectHTMLAttributes, useId } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import { useViewOnly } from "./ViewOnly.ts";

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, "id"> & {
  label: string;
  /** For filters: shows the label only to screen readers, and stays enabled for operators who may only read. */
  bare?: boolean;
  choices: readonly { value: string; label: string }[];
};

export function Select({ label, bare = false, choices, className, ...select }: SelectProps): ReactElement {
  const id = useId();
  const isFixed = useViewOnly() && !bare;
  return (
    <div className={className}>
      <label htmlFor={id} className={bare ? "sr-only" : "mb-1.5 block text-sm font-medium"}>
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          disabled={isFixed || select.disabled}
          id={id}
          className={cx(
            "w-full appearance-none rounded-control border border-edge bg-surface pr-8 pl-3 text-sm transition-colors",
            "focus:outline-2 focus:-outline-offset-1 focus:outline-ink disabled:opacity-55 pointer-coarse:h-11",
            bare ? "h-9" : "h-10",
          )}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevronDown"
          className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-quiet"
        />
      </div>
    </div>
  );
}
