import { type ReactElement, useId } from "react";

type Choice<T extends string> = { value: T; label: string; effect?: string };

type ChoicesProps<T extends string> = {
  legend: string;
  choices: readonly Choice<T>[];
  value: T;
  onChange: (value: T) => void;
};

export function Choices<T extends string>(props: ChoicesProps<T>): ReactElement {
  const { legend, choices, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium text-ink">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="flex cursor-pointer gap-3 rounded-small border border-line p-3">
          <input
            type="radio"
            name={name}
            className="mt-1"
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span className="text-sm">
            <span className="block font-medium text-ink">{choice.label}</span>
            <span className="text-quiet">{choice.effect}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
