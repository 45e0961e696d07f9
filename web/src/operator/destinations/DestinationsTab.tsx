import { type ReactElement, useState } from "react";
import type { Destination } from "#shared/referrals/destination.ts";
import { createDestination, listDestinations, updateDestination } from "#shared/referrals/operator.ts";
import { refusalOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { day } from "../../ui/format.ts";
import { Switch } from "../../ui/Switch.tsx";
import { Changes } from "../../ui/ViewOnly.ts";
import { wholeRow, withFresh } from "../data/fresh.ts";
import { useChange } from "../data/useChange.ts";
import { columnsOf } from "../kit/columnsOf.tsx";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { listLoader, useLoaded } from "../kit/read.ts";
import { useText } from "../kit/useText.ts";

export const loader = listLoader(
  (_, _cursor, signal) => call(listDestinations, {}, { signal }),
  "Failed to fetch destinations",
);

const column = columnsOf<Destination>();
const COLUMNS: readonly Column<Destination>[] = [
  column("name", "Name", { wrap: true, show: (name) => <span className="font-medium">{name}</span> }),
  column("url", "URL", { from: "md", grow: true, show: (url) => <span className="text-quiet">{url}</span> }),
  column("created_at", "Created", { from: "lg", show: day }),
  { id: "is_active", head: "Active", cell: (destination) => <Toggle destination={destination} /> },
  { id: "edit", head: "", cell: (destination) => <Edit destination={destination} /> },
];

export function Component(): ReactElement {
  const { value, failure, at } = useLoaded<typeof loader>();
  // All destinations are on one page, oldest first.
  const rows = withFresh(value?.rows ?? [], at, { kind: "destination", belongs: () => true });
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="max-xl:order-2">
        <ListPage>
          <DataTable
            label="Destinations"
            columns={COLUMNS}
            rows={rows}
            failure={failure}
            empty="No destinations yet. All affiliate links lead to the landing page."
          />
        </ListPage>
      </div>
      <Changes>
        <Card className="p-5">
          <CardTitle>New destination</CardTitle>
          <p className="mt-1 text-sm text-quiet">A named page that affiliate links can lead to.</p>
          <DestinationForm />
        </Card>
      </Changes>
    </div>
  );
}

const changes = (_: unknown, output: Destination | null) => (output ? [wholeRow("destination", output)] : []);

function Toggle({ destination: { id, name, is_active } }: { destination: Destination }): ReactElement {
  const update = useChange(updateDestination, { changes, failure: "Failed to update" });
  return (
    <Switch
      bare
      label={`${name} is active`}
      checked={is_active}
      disabled={update.pending}
      onChange={(next) => void update.run({ id, is_active: next })}
    />
  );
}

/** Edits a destination. Shared links contain its id, so they lead to the new address immediately. */
function Edit({ destination }: { destination: Destination }): ReactElement {
  const title = `Edit ${destination.name}`;
  return (
    <DialogButton
      variant="quiet"
      changes
      label="Edit"
      aria-label={title}
      dialog={(close) => (
        <Modal title={title} onClose={close}>
          <p className="mt-2 text-sm text-quiet">
            While the destination is active, links that affiliates have already shared lead to the new
            address.
          </p>
          <DestinationForm destination={destination} onSaved={close} />
        </Modal>
      )}
    />
  );
}

type DestinationFormProps = { destination?: Destination; onSaved?: () => void };

function DestinationForm({ destination, onSaved }: DestinationFormProps): ReactElement {
  const id = destination?.id;
  const name = useText(destination?.name);
  const url = useText(destination?.url);
  const [missing, setMissing] = useState<{ name?: string; url?: string }>({});
  const create = useChange(createDestination, {
    changes,
    success: "Created.",
    failure: "Failed to create",
    onSuccess: () => {
      name.setText("");
      url.setText("");
    },
  });
  const update = useChange(updateDestination, {
    changes,
    success: "Saved.",
    failure: "Failed to update",
    onSuccess: () => onSaved?.(),
  });
  const { error, pending } = id === undefined ? create : update;
  const submit = (): void => {
    const lacks = {
      ...(name.text.trim() === "" ? { name: "Name is required" } : {}),
      ...(url.text.trim() === "" ? { url: "URL is required" } : {}),
    };
    setMissing(lacks);
    if (Object.keys(lacks).length > 0) return;
    const typed = { name: name.text, url: url.text };
    void (id === undefined ? create.run({ ...typed, is_active: true }) : update.run({ id, ...typed }));
  };
  const host = otherHost(url.text);
  return (
    <Form onSubmit={submit} className="mt-4 space-y-4">
      <Field label="Name" maxLength={80} error={missing.name ?? refusalOf(error, "name")} {...name.field} />
      <Field
        label="URL"
        type="url"
        inputMode="url"
        placeholder="https://"
        error={missing.url ?? refusalOf(error, "url")}
        {...url.field}
      />
      {host !== null && (
        <Banner tone="warn">
          {host} is another site. An affiliate earns only if the visitor comes back to this site.
        </Banner>
      )}
      <Button type="submit" variant="primary" pending={pending}>
        {id === undefined ? "Create" : "Save"}
      </Button>
    </Form>
  );
}

/** The host of an address on another site; null for our own site, or while the address is incomplete. */
function otherHost(typed: string): string | null {
  const url = URL.parse(typed);
  return url === null || url.host === "" || url.origin === window.location.origin ? null : url.host;
}
