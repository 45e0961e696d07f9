import { type ReactElement, useState } from "react";
import { type getPlanSettings, savePlanSettings } from "#shared/catalog/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { MAX_TRIAL_DAYS } from "#shared/licenses/trial.ts";
import { Field } from "../../ui/Field.tsx";
import { useChange } from "../data/useChange.ts";
import { SettingCard, SettingForm } from "./SettingCard.tsx";

type Settings = Output<typeof getPlanSettings>;

/** How long a new customer's free key has every feature. Existing keys keep their trial. */
export function FreeTrial({ settings }: { settings: Settings | null }): ReactElement {
  return (
    <SettingCard title="Free trial" what="setting" form={settings && <TrialForm settings={settings} />}>
      A new customer's free key has every feature for this many days. The days begin when a computer first
      uses the key. When they are over, the key has only the free features. A trial needs no card, and each
      person and each computer gets only one. Enter 0 for no trial. Existing keys keep their trial.
    </SettingCard>
  );
}

function TrialForm({ settings: { trial_days = 0, version } }: { settings: Settings }): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(trial_days);
  const save = useChange(savePlanSettings, {
    success: "Saved.",
    quiet: true,
    onSuccess: () => setTyped(null),
  });
  const days = Number(text);
  const isWrong = text.trim() === "" || !Number.isInteger(days) || days < 0 || days > MAX_TRIAL_DAYS;
  const submit = (): void => {
    if (!isWrong) void save.run({ trial_days: days, version });
  };
  return (
    <SettingForm save={save} label="Save trial" onSubmit={submit}>
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
    </SettingForm>
  );
}
