import type { ReactElement } from "react";

type AnyOfProps<T extends string> = {
  label: string;
  choices: readonly { value: T; label: string }[];
  value: readonly T[];
  onChange: (value: T[]) => void;
};

/** A group of checkboxes. Its value is the checked choices, in the order of `choices`. */
export function AnyOf<T extends string>({ label, choices, value, onChange }: AnyOfProps<T>): ReactElement {
  const all = choices.map((choice) => choice.value);
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="grid gap-x-5 sm:grid-cols-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-9 items-center gap-2.5 text-sm pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-ink"
              checked={value.includes(choice.value)}
              onChange={({ target: { checked } }) =>
                onChange(all.filter((id) => (id === choice.value ? checked : value.includes(id))))
              }
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
