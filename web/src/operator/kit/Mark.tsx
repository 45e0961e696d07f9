import type { ReactElement } from "react";

type MarkProps = {
  label: string;
  checked: boolean;
  mixed?: boolean;
  disabled: boolean;
  onToggle: () => void;
};

/** A checkbox above the row's link, because the link covers the row. */
export function Mark({ label, checked, mixed = false, disabled, onToggle }: MarkProps): ReactElement {
  return (
    <label className="relative z-1 -ml-1 grid size-6 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        checked={checked}
        disabled={disabled}
        onChange={onToggle}
        className="size-4 accent-ink"
      />
    </label>
  );
}
