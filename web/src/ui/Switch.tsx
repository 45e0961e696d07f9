import type { ReactElement } from "react";
import { cx } from "./cx.ts";
import { useViewOnly } from "./ViewOnly.ts";

type SwitchProps = {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  bare?: boolean;
};

/** `bare` shows the label only to screen readers. */
export function Switch({
  label,
  checked,
  disabled = false,
  onChange,
  bare = false,
}: SwitchProps): ReactElement {
  const isFixed = useViewOnly();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled || isFixed}
      onClick={() => onChange(!checked)}
      className="inline-flex items-center gap-3 rounded-control text-left text-sm font-medium pointer-coarse:min-h-10 disabled:cursor-not-allowed disabled:opacity-55"
    >
      <span
        aria-hidden="true"
        className={cx(
          "relative h-5 w-9 shrink-0 rounded-full border transition-colors",
          checked ? "border-good bg-good" : "border-edge bg-raised",
        )}
      >
        <span
          className={cx(
            "absolute top-0.5 left-0.5 size-3.5 rounded-full transition-transform",
            checked ? "translate-x-4 bg-surface" : "bg-edge",
          )}
        />
      </span>
      {!bare && <span>{label}</span>}
    </button>
  );
}
