import type { ReactElement } from "react";
import { type getCreditSettings, saveCreditSettings } from "#shared/checkout/creditSettings.ts";
import type { Output } from "#shared/endpoint.ts";
import { SwitchCard } from "./SwitchCard.tsx";

export function LifetimeCredit({
  settings,
}: {
  settings: Output<typeof getCreditSettings> | null;
}): ReactElement {
  return (
    <SwitchCard
      title="Credit for unused days"
      label="Credit unused days"
      action="Save credit"
      isOn={settings?.given ?? null}
      contract={saveCreditSettings}
      inputFor={(given) => ({ given, version: settings?.version ?? 0 })}
    >
      When subscribers buy the lifetime license, we deduct what they paid for unused days, and their
      subscription ends. When this is off, they pay the full price, and the subscription runs until the paid
      period ends.
    </SwitchCard>
  );
}
