import type { ReactElement } from "react";
import { MAX_SEATS } from "#shared/catalog/catalog.ts";
import { type getPlanSettings, savePlanSettings } from "#shared/catalog/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { SwitchCard } from "./SwitchCard.tsx";

/** Whether subscriptions with several seats are on sale. Existing teams keep their seats either way. */
export function Teams({ settings }: { settings: Output<typeof getPlanSettings> | null }): ReactElement {
  return (
    <SwitchCard
      title="Teams"
      label="Sell seats to teams"
      action="Save teams"
      isOn={settings && (settings.teams ?? false)}
      contract={savePlanSettings}
      inputFor={(teams) => ({ teams, version: settings?.version ?? 0 })}
    >
      Sells subscriptions with up to {MAX_SEATS} seats, each with its own key. The buyer pays one invoice and
      invites members by email. When this is off, existing teams continue and can remove seats.
    </SwitchCard>
  );
}
