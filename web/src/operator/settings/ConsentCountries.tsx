import { type FormEvent, type ReactElement, useState } from "react";
import type { Output } from "#shared/endpoint.ts";
import {
  CountryCode,
  EUROPE,
  type getConsentCountries,
  saveConsentCountries,
} from "#shared/referrals/consent.ts";
import { messageOf } from "../../api/ApiError.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { useChange } from "../data/useChange.ts";

type Settings = Output<typeof getConsentCountries>;

/** The countries whose visitors are asked before an affiliate link sets its cookie. */
export function ConsentCountries({ settings }: { settings: Settings | null }): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Consent to the affiliate cookie</CardTitle>
      <p className="mt-1 text-sm text-quiet">
        Visitors from these countries, or from an unknown country, are asked for consent when they follow an
        affiliate's link. Without an answer, nothing is stored and the click does not count. A creator code at
        the checkout works either way. With an empty list, no visitor is asked.
      </p>
      {settings === null ? (
        <Banner tone="warn" className="mt-4">
          The countries could not be loaded.
        </Banner>
      ) : (
        <CountriesForm settings={settings} />
      )}
    </Card>
  );
}

function CountriesForm({ settings: { countries, version } }: { settings: Settings }): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? countries.join(" ");
  const save = useChange(saveConsentCountries, {
    changes: () => [],
    success: "Saved.",
    quiet: true,
    onSuccess: () => setTyped(null),
  });
  const codes = [...new Set(text.toUpperCase().split(/[\s,;]+/))].filter((code) => code !== "");
  const wrong = codes.filter((code) => !CountryCode.safeParse(code).success);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wrong.length === 0) void save.run({ countries: codes, version });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 space-y-5">
      <TextArea
        label="Countries, by their two-letter codes"
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      {wrong.length > 0 && <Banner tone="bad">Not a two-letter code: {wrong.slice(0, 5).join(", ")}</Banner>}
      {save.error !== null && (
        <Banner tone="bad" title="Save failed">
          {messageOf(save.error)}
        </Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={save.pending}>
          {save.pending ? "Saving..." : "Save countries"}
        </Button>
        <Button changes onClick={() => setTyped([...new Set([...codes, ...EUROPE])].sort().join(" "))}>
          Add EU, EEA, UK and Switzerland
        </Button>
      </div>
    </form>
  );
}
