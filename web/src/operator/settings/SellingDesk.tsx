import type { ReactElement } from "react";
import { useLoaderData } from "react-router-dom";
import { OPTIONAL_PLANS } from "#shared/catalog/catalog.ts";
import { getPlanSettings } from "#shared/catalog/operator.ts";
import { getCreditSettings } from "#shared/checkout/creditSettings.ts";
import type { Output } from "#shared/endpoint.ts";
import { getRunLimit } from "#shared/payouts/operator.ts";
import { getRefundLimits } from "#shared/refunds/operator.ts";
import { call } from "../../api/call.ts";
import { type Read, read } from "../kit/read.ts";
import { FreeTrial } from "./FreeTrial.tsx";
import { LifetimeCredit } from "./LifetimeCredit.tsx";
import { PlanSwitch } from "./PlanSwitch.tsx";
import { RefundLimits } from "./RefundLimits.tsx";
import { RunLimit } from "./RunLimit.tsx";
import { Teams } from "./Teams.tsx";

type SellingData = {
  limits: Read<Output<typeof getRefundLimits>>;
  plans: Read<Output<typeof getPlanSettings>>;
  credit: Read<Output<typeof getCreditSettings>>;
  run: Read<Output<typeof getRunLimit>>;
};

export async function loader({ request: { signal } }: { request: Request }): Promise<SellingData> {
  const [limits, plans, credit, run] = await Promise.all([
    read(() => call(getRefundLimits, {}, { signal })),
    read(() => call(getPlanSettings, {}, { signal })),
    read(() => call(getCreditSettings, {}, { signal })),
    read(() => call(getRunLimit, {}, { signal })),
  ]);
  return { limits, plans, credit, run };
}

/** Settings for sales, refunds and payouts. Each card saves separately. */
export function Component(): ReactElement {
  const { limits, plans, credit, run } = useLoaderData<SellingData>();
  return (
    <div className="grid max-w-5xl grid-cols-1 items-start gap-4 lg:grid-cols-2">
      {OPTIONAL_PLANS.map((plan) => (
        <PlanSwitch key={plan} plan={plan} settings={plans.value} />
      ))}
      <Teams settings={plans.value} />
      <FreeTrial settings={plans.value} />
      <LifetimeCredit settings={credit.value} />
      <RefundLimits limits={limits.value} />
      <RunLimit limit={run.value} />
    </div>
  );
}
