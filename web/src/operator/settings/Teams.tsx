import { type FormEvent, type ReactElement, useState } from "react";
import { MAX_SEATS } from "#shared/billing/catalog.ts";
import { type getPlanSettings, savePlanSettings } from "#shared/billing/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { messageOf } from "../../api/ApiError.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { useChange } from "../data/useChange.ts";

type Settings = Output<typeof getPlanSettings>;

/** Whether subscriptions are sold with several seats. Teams keep theirs either way. */
export function Teams({ settings }: { settings: Settings | null }): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Teams</CardTitle>
      <p className="mt-1 text-sm text-quiet">
        Sells subscriptions with up to {MAX_SEATS} seats, each with its own key. The buyer pays one invoice
        and invites members by email. When this is off, existing teams continue and can remove seats.
      </p>
      {settings === null ? (
        <Banner tone="warn" className="mt-4">
          The setting could not be loaded.
        </Banner>
      ) : (
        <TeamsForm settings={settings} />
      )}
    </Card>
  );
}

function TeamsForm({ settings: { yearly, teams = false, version } }: { settings: Settings }): ReactElement {
  const [areSold, setSold] = useState(teams);
  const save = useChange(savePlanSettings, { changes: () => [], success: "Saved.", quiet: true });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save.run({ yearly, teams: areSold, version });
  };
  return (
    <form onSubmit={submit} className="mt-5 space-y-5">
      <Switch label="Sell seats to teams" checked={areSold} onChange={setSold} />
      {save.error !== null && (
        <Banner tone="bad" title="Save failed">
          {messageOf(save.error)}
        </Banner>
      )}
      <div>
        <Button type="submit" variant="primary" pending={save.pending}>
          {save.pending ? "Saving..." : "Save teams"}
        </Button>
      </div>
    </form>
  );
}
