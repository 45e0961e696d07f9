import { type FormEvent, type ReactElement, useState } from "react";
import { type getPlanSettings, savePlanSettings } from "#shared/catalog/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { MAX_TRIAL_DAYS } from "#shared/licenses/trial.ts";
import { messageOf } from "../../api/ApiError.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { useChange } from "../data/useChange.ts";

type Settings = Output<typeof getPlanSettings>;

/** How long a new customer's free key has every feature. Existing keys keep their trial. */
export function FreeTrial({ settings }: { settings: Settings | null }): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Free trial</CardTitle>
      <p className="mt-1 text-sm text-quiet">
        A new customer's free key has every feature for this many days. The days begin when a computer first
        uses the key. After that, the key has only the free features. A trial needs no card, and each person
        and each computer gets only one. Enter 0 for no trial. Existing keys keep their trial.
      </p>
      {settings === null ? (
        <Banner tone="warn" className="mt-4">
          The setting could not be loaded.
        </Banner>
      ) : (
        <TrialForm settings={settings} />
      )}
    </Card>
  );
}

function TrialForm({ settings: { trial_days = 0, version } }: { settings: Settings }): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(trial_days);
  const save = useChange(savePlanSettings, {
    changes: () => [],
    success: "Saved.",
    quiet: true,
    onSuccess: () => setTyped(null),
  });
  const days = Number(text);
  const isWrong = text.trim() === "" || !Number.isInteger(days) || days < 0 || days > MAX_TRIAL_DAYS;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isWrong) void save.run({ trial_days: days, version });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 space-y-5">
      <Field
        label="Days of the trial"
        type="number"
        min={0}
        max={MAX_TRIAL_DAYS}
        inputMode="numeric"
        value={text}
        error={isWrong ? `Enter a number from 0 to ${MAX_TRIAL_DAYS}` : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      {save.error !== null && (
        <Banner tone="bad" title="Save failed">
          {messageOf(save.error)}
        </Banner>
      )}
      <Button type="submit" variant="primary" pending={save.pending}>
        {save.pending ? "Saving..." : "Save trial"}
      </Button>
    </form>
  );
}
