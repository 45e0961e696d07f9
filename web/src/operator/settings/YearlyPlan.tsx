import type { ReactElement } from "react";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { type getPlanSettings, savePlanSettings } from "#shared/catalog/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { money } from "../../ui/format.ts";
import { SwitchCard } from "./SwitchCard.tsx";

/** Whether the yearly plan is sold. Its subscribers keep it either way. */
export function YearlyPlan({ settings }: { settings: Output<typeof getPlanSettings> | null }): ReactElement {
  return (
    <SwitchCard
      title="Yearly plan"
      label="Sell the yearly plan"
      action="Save plan"
      isOn={settings?.yearly ?? null}
      contract={savePlanSettings}
      inputFor={(yearly) => ({ yearly, teams: settings?.teams, version: settings?.version ?? 0 })}
    >
      Sells the subscription for {money(CATALOG.yearly.price)} per year at the checkout, and lets subscribers
      switch between monthly and yearly. When this is off, existing yearly subscriptions continue.
    </SwitchCard>
  );
}
