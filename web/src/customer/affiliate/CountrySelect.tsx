import type { ReactElement } from "react";
import { COUNTRIES } from "#shared/affiliates/countries.ts";
import { countryName } from "#shared/words.ts";
import { Select } from "../../ui/Select.tsx";

const CHOICES = [
  { value: "", label: "Choose a country" },
  ...COUNTRIES.map((value) => ({ value, label: countryName(value) })).sort((a, b) =>
    a.label.localeCompare(b.label),
  ),
];

/** Forms ask for the country first, because Stripe pays affiliates only in some countries. */
export function CountrySelect({
  value,
  onChange,
}: {
  value: string;
  onChange: (country: string) => void;
}): ReactElement {
  return (
    <Select
      label="Country of your bank account"
      choices={CHOICES}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
