import type { ReactElement } from "react";
import { useLoaderData } from "react-router-dom";
import { CATALOG, MAX_SEATS, OPTIONAL_PLANS, perPeriod, planWord } from "#shared/catalog/catalog.ts";
import { getPlanSettings, savePlanSettings } from "#shared/catalog/operator.ts";
import { getCreditSettings, saveCreditSettings } from "#shared/checkout/creditSettings.ts";
import { MAX_TRIAL_DAYS } from "#shared/licenses/trial.ts";
import { getRunLimit, saveRunLimit } from "#shared/payouts/operator.ts";
import { getRefundLimits } from "#shared/refunds/operator.ts";
import { call } from "../../api/call.ts";
import { Field } from "../../ui/Field.tsx";
import { money } from "../../ui/format.ts";
import { centsOf } from "../customer/refundAmount.ts";
import { read } from "../kit/read.ts";
import { isWhole, RefundLimits } from "./RefundLimits.tsx";
import { SettingCard, SwitchCard, useSetting } from "./SettingCard.tsx";

type SellingData = Awaited<ReturnType<typeof loader>>;

export async function loader({ request: { signal } }: { request: Request }) {
  const [limits, plans, credit, run] = await Promise.all([
    read(() => call(getRefundLimits, {}, { signal })),
    read(() => call(getPlanSettings, {}, { signal })),
    read(() => call(getCreditSettings, {}, { signal })),
    read(() => call(getRunLimit, {}, { signal })),
  ]);
  return { limits: limits.value, settings: plans.value, credit: credit.value, run: run.value };
}

/** Settings for sales, refunds and payouts. Each card saves separately. Existing plans, seats and trials stay. */
export function Component(): ReactElement {
  const { limits, settings, credit, run } = useLoaderData<SellingData>();
  const { plans: sold = [], version = 0 } = settings ?? {};
  return (
    <div className="grid max-w-5xl grid-cols-1 items-start gap-4 lg:grid-cols-2">
      {OPTIONAL_PLANS.map((plan) => (
        <SwitchCard
          key={plan}
          title={`${CATALOG[plan].label} plan`}
          label={`Sell the ${planWord(plan)} plan`}
          action="Save plan"
          isOn={settings && sold.includes(plan)}
          contract={savePlanSettings}
          inputFor={(isOn) => ({
            plans: [...sold.filter((other) => other !== plan), ...(isOn ? [plan] : [])],
            version,
          })}
        >
          Sells the subscription for {money(CATALOG[plan].price)} {perPeriod(CATALOG[plan])} at the checkout,
          and lets subscribers switch to it and back. When this is off, existing {planWord(plan)}{" "}
          subscriptions continue.
        </SwitchCard>
      ))}
      <SwitchCard
        title="Teams"
        label="Sell seats to teams"
        action="Save teams"
        isOn={settings && (settings.teams ?? false)}
        contract={savePlanSettings}
        inputFor={(teams) => ({ teams, version })}
      >
        Sells subscriptions with up to {MAX_SEATS} seats, each with its own key. The buyer pays one invoice
        and invites members by email. When this is off, existing teams continue and can remove seats.
      </SwitchCard>
      <FreeTrial settings={settings} />
      <SwitchCard
        title="Credit for unused days"
        label="Credit unused days"
        action="Save credit"
        isOn={credit?.given ?? null}
        contract={saveCreditSettings}
        inputFor={(given) => ({ given, version: credit?.version ?? 0 })}
      >
        When subscribers buy the lifetime license, we deduct what they paid for unused days, and their
        subscription ends. When this is off, they pay the full price, and the subscription runs until the paid
        period ends.
      </SwitchCard>
      <RefundLimits limits={limits} />
      <RunLimit limit={run} />
    </div>
  );
}

function FreeTrial({ settings }: Pick<SellingData, "settings">): ReactElement {
  const { trial_days = 0, version = 0 } = settings ?? {};
  const { draft, set, save } = useSetting(savePlanSettings, { days: String(trial_days) });
  const isRight = draft.days.trim() !== "" && isWhole(Number(draft.days), 0, MAX_TRIAL_DAYS);
  return (
    <SettingCard
      title="Free trial"
      isLoaded={settings !== null}
      save={save}
      action="Save trial"
      input={isRight ? { trial_days: Number(draft.days), version } : null}
      fields={
        <Field
          label="Days of the trial"
          type="number"
          min={0}
          max={MAX_TRIAL_DAYS}
          inputMode="numeric"
          value={draft.days}
          error={isRight ? undefined : `Enter a number from 0 to ${MAX_TRIAL_DAYS}`}
          onChange={(event) => set({ days: event.target.value })}
        />
      }
    >
      A new customer's free key has every feature for this many days. The days begin when a computer first
      uses the key. When they are over, the key has only the free features. A trial needs no card, and each
      person and each computer gets only one. Enter 0 for no trial. Existing keys keep their trial.
    </SettingCard>
  );
}

/** The sum that the weekly distribution may pay without asking. */
function RunLimit({ limit }: { limit: SellingData["run"] }): ReactElement {
  const { max_scheduled_cents = 0, version = 0 } = limit ?? {};
  const { draft, set, save } = useSetting(saveRunLimit, { amount: (max_scheduled_cents / 100).toFixed(2) });
  const cents = centsOf(draft.amount);
  return (
    <SettingCard
      title="Weekly payouts"
      isLoaded={limit !== null}
      save={save}
      action="Save limit"
      input={cents === null ? null : { max_scheduled_cents: cents, version }}
      fields={
        <Field
          label="Maximum sum in USD"
          inputMode="decimal"
          hint="With 0, every weekly distribution asks you first."
          value={draft.amount}
          error={cents === null ? "Enter an amount such as 10000.00" : undefined}
          onChange={(event) => set({ amount: event.target.value })}
        />
      }
    >
      If the approved payouts add up to more than this sum, the weekly distribution pays none of them, and
      "Needs you" asks you to run it.
    </SettingCard>
  );
}
