import { type ReactElement, useState } from "react";
import type { Output } from "#shared/endpoint.ts";
import {
  CountryCode,
  EUROPE,
  type getConsentCountries,
  saveConsentCountries,
} from "#shared/referrals/consent.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { useChange } from "../data/useChange.ts";
import { SettingCard, SettingForm } from "./SettingCard.tsx";

type Settings = Output<typeof getConsentCountries>;

/** The countries whose visitors are asked before an affiliate link sets its cookie. */
export function ConsentCountries({ settings }: { settings: Settings | null }): ReactElement {
  return (
    <SettingCard
      title="Consent to the affiliate cookie"
      what="countries"
      form={settings && <CountriesForm settings={settings} />}
    >
      Visitors from these countries, or from an unknown country, are asked for consent when they follow an
      affiliate's link. Without an answer, nothing is stored and the click does not count. A creator code at
      the checkout works either way. With an empty list, no visitor is asked.
    </SettingCard>
  );
}

function CountriesForm({ settings: { countries, version } }: { settings: Settings }): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? countries.join(" ");
  const save = useChange(saveConsentCountries, {
    success: "Saved.",
    quiet: true,
    onSuccess: () => setTyped(null),
  });
  const codes = [...new Set(text.toUpperCase().split(/[\s,;]+/))].filter((code) => code !== "");
  const wrong = codes.filter((code) => !CountryCode.safeParse(code).success);
  const submit = (): void => {
    if (wrong.length === 0) void save.run({ countries: codes, version });
  };
  return (
    <SettingForm
      save={save}
      label="Save countries"
      more={
        <Button changes onClick={() => setTyped([...new Set([...codes, ...EUROPE])].sort().join(" "))}>
          Add EU, EEA, UK and Switzerland
        </Button>
      }
      onSubmit={submit}
    >
      <TextArea
        label="Countries, by their two-letter codes"
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      {wrong.length > 0 && <Banner tone="bad">Not a two-letter code: {wrong.slice(0, 5).join(", ")}</Banner>}
    </SettingForm>
  );
}
