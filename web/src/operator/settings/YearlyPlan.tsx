import { type FormEvent, type ReactElement, useState } from "react";
import { CATALOG } from "#shared/billing/catalog.ts";
import { type getPlanSettings, savePlanSettings } from "#shared/billing/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { messageOf } from "../../api/ApiError.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { money } from "../../ui/format.ts";
import { Switch } from "../../ui/Switch.tsx";
import { useChange } from "../data/useChange.ts";

type Settings = Output<typeof getPlanSettings>;

/** Whether the yearly plan is sold. Its subscribers keep it either way. */
export function YearlyPlan({ settings }: { settings: Settings | null }): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Yearly plan</CardTitle>
      <p className="mt-1 text-sm text-quiet">
        Sells the subscription for {money(CATALOG.yearly.price)} per year at the checkout, and lets
        subscribers switch between monthly and yearly. When this is off, existing yearly subscriptions
        continue.
      </p>
      {settings === null ? (
        <Banner tone="warn" className="mt-4">
          The setting could not be loaded.
        </Banner>
      ) : (
        <PlanForm settings={settings} />
      )}
    </Card>
  );
}

function PlanForm({ settings: { yearly, teams, version } }: { settings: Settings }): ReactElement {
  const [isSold, setSold] = useState(yearly);
  const save = useChange(savePlanSettings, { changes: () => [], success: "Saved.", quiet: true });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save.run({ yearly: isSold, teams, version });
  };
  return (
    <form onSubmit={submit} className="mt-5 space-y-5">
      <Switch label="Sell the yearly plan" checked={isSold} onChange={setSold} />
      {save.error !== null && (
        <Banner tone="bad" title="Save failed">
          {messageOf(save.error)}
        </Banner>
      )}
      <div>
        <Button type="submit" variant="primary" pending={save.pending}>
          {save.pending ? "Saving..." : "Save plan"}
        </Button>
      </div>
    </form>
  );
}
