import { type FormEvent, type ReactElement, useState } from "react";
import { type getCreditSettings, saveCreditSettings } from "#shared/billing/creditSettings.ts";
import type { Output } from "#shared/endpoint.ts";
import { messageOf } from "../../api/ApiError.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { useChange } from "../data/useChange.ts";

type Settings = Output<typeof getCreditSettings>;

/** Whether subscribers pay less for a lifetime license. */
export function LifetimeCredit({ settings }: { settings: Settings | null }): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Credit for unused days</CardTitle>
      <p className="mt-1 text-sm text-quiet">
        Subscribers who buy the lifetime license pay less by what their unused days cost, and the subscription
        ends with the purchase. When this is off, they pay the whole price, and the paid period runs out.
      </p>
      {settings === null ? (
        <Banner tone="warn" className="mt-4">
          The setting could not be loaded.
        </Banner>
      ) : (
        <CreditForm settings={settings} />
      )}
    </Card>
  );
}

function CreditForm({ settings: { given, version } }: { settings: Settings }): ReactElement {
  const [isGiven, setGiven] = useState(given);
  const save = useChange(saveCreditSettings, { changes: () => [], success: "Saved.", quiet: true });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save.run({ given: isGiven, version });
  };
  return (
    <form onSubmit={submit} className="mt-5 space-y-5">
      <Switch label="Credit unused days" checked={isGiven} onChange={setGiven} />
      {save.error !== null && (
        <Banner tone="bad" title="Save failed">
          {messageOf(save.error)}
        </Banner>
      )}
      <div>
        <Button type="submit" variant="primary" pending={save.pending}>
          {save.pending ? "Saving..." : "Save credit"}
        </Button>
      </div>
    </form>
  );
}
