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
      Subscribers who buy the lifetime license pay less by what their unused days cost, and the subscription
      ends with the purchase. When this is off, they pay the whole price, and the paid period runs out.
    </SwitchCard>
  );
}
