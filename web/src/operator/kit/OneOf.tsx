import type { ReactElement } from "react";
import { Select } from "../../ui/Select.tsx";

type OneOfProps<T extends string> = {
  label: string;
  choices: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
};

export function OneOf<T extends string>({ choices, onChange, ...select }: OneOfProps<T>): ReactElement {
  return (
    <Select
      {...select}
      choices={choices}
      onChange={(event) => {
        const chosen = choices.find(({ value }) => value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}
