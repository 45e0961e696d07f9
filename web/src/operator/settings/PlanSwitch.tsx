import type { ReactElement } from "react";
import { CATALOG, type OptionalPlan, perPeriod, planWord } from "#shared/catalog/catalog.ts";
import { type getPlanSettings, savePlanSettings } from "#shared/catalog/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { money } from "../../ui/format.ts";
import { SwitchCard } from "./SwitchCard.tsx";

type PlanSwitchProps = { plan: OptionalPlan; settings: Output<typeof getPlanSettings> | null };

/** Whether a plan is on sale. Its subscribers keep the plan either way. */
export function PlanSwitch({ plan, settings }: PlanSwitchProps): ReactElement {
  const word = planWord(plan);
  const sold = settings?.plans ?? [];
  return (
    <SwitchCard
      title={`${CATALOG[plan].label} plan`}
      label={`Sell the ${word} plan`}
      action="Save plan"
      isOn={settings && sold.includes(plan)}
      contract={savePlanSettings}
      inputFor={(isOn) => ({
        plans: isOn ? [...sold, plan] : sold.filter((other) => other !== plan),
        version: settings?.version ?? 0,
      })}
    >
      Sells the subscription for {money(CATALOG[plan].price)} {perPeriod(CATALOG[plan])} at the checkout, and
      lets subscribers switch to it and back. When this is off, existing {word} subscriptions continue.
    </SwitchCard>
  );
}
