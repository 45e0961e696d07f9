import type { ReactElement } from "react";
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
import { SettingCard, useSetting } from "./SettingCard.tsx";

type Props = { settings: Output<typeof getConsentCountries> | null };

export function ConsentCountries({ settings }: Props): ReactElement {
  const { countries = [], version = 0 } = settings ?? {};
  const { draft, set, save } = useSetting(saveConsentCountries, { text: countries.join(" ") });
  const codes = [...new Set(draft.text.toUpperCase().split(/[\s,;]+/))].filter((code) => code !== "");
  const wrong = codes.filter((code) => !CountryCode.safeParse(code).success);
  return (
    <SettingCard
      title="Consent to the affiliate cookie"
      isLoaded={settings !== null}
      save={save}
      action="Save countries"
      input={wrong.length === 0 ? { countries: codes, version } : null}
      fields={
        <>
          <TextArea
            label="Countries, by their two-letter codes"
            rows={3}
            spellCheck={false}
            value={draft.text}
            onChange={(event) => set({ text: event.target.value })}
          />
          <Button changes onClick={() => set({ text: [...new Set([...codes, ...EUROPE])].sort().join(" ") })}>
            Add EU, EEA, UK and Switzerland
          </Button>
          {wrong.length > 0 && (
            <Banner tone="bad">Not a two-letter code: {wrong.slice(0, 5).join(", ")}</Banner>
          )}
        </>
      }
    >
      Visitors from these countries, or from an unknown country, are asked for consent when they follow an
      affiliate's link. Without an answer, nothing is stored and the click does not count. A creator code at
      the checkout works either way. With an empty list, no visitor is asked.
    </SettingCard>
  );
}
