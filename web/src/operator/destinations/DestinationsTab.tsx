import { type ReactElement, useState } from "react";
import { useLoaderData } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import type { Destination } from "#shared/referrals/destination.ts";
import { createDestination, listDestinations, updateDestination } from "#shared/referrals/operator.ts";
import { refusalOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { day } from "../../ui/format.ts";
import { Switch } from "../../ui/Switch.tsx";
import { Changes } from "../../ui/ViewOnly.ts";
import { wholeRow, withFresh } from "../data/fresh.ts";
import { useChange } from "../data/useChange.ts";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { type Read, read } from "../kit/read.ts";

type Page = Output<typeof listDestinations>;

export function loader({ request }: { request: Request }): Promise<Read<Page>> {
  return read(() => call(listDestinations, {}, { signal: request.signal }), "Failed to fetch destinations");
}

const COLUMNS: readonly Column<Destination>[] = [
  { id: "name", head: "Name", wrap: true, cell: ({ name }) => <span className="font-medium">{name}</span> },
  {
    id: "url",
    head: "URL",
    from: "md",
    grow: true,
    cell: ({ url }) => <span className="text-quiet">{url}</span>,
  },
  { id: "created_at", head: "Created", from: "lg", cell: ({ created_at }) => day(created_at) },
  { id: "is_active", head: "Active", cell: (destination) => <Toggle destination={destination} /> },
  { id: "edit", head: "", cell: (destination) => <Edit destination={destination} /> },
];

export function Component(): ReactElement {
  const { value, failure, at } = useLoaderData<Read<Page>>();
  // All destinations are on one page, oldest first.
  const rows = withFresh(value?.rows ?? [], at, { kind: "destination", belongs: () => true, madeAt: null });
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
        <CreateForm />
      </Changes>
    </div>
  );
}

function Toggle({ destination: { id, name, is_active } }: { destination: Destination }): ReactElement {
  const update = useChange(updateDestination, {
    changes: (_, output) => (output ? [wholeRow("destination", output)] : []),
    failure: "Failed to update",
  });
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

type Typed = { name: string; url: string };

function CreateForm(): ReactElement {
  const create = useChange(createDestination, {
    changes: (_, output) => (output ? [wholeRow("destination", output)] : []),
    success: "Created.",
    failure: "Failed to create",
  });
  return (
    <Card className="p-5">
      <CardTitle>New destination</CardTitle>
      <p className="mt-1 text-sm text-quiet">A named page that affiliate links can lead to.</p>
      <DestinationForm
        label="Create"
        error={create.error}
        pending={create.pending}
        save={async (typed) => (await create.run({ ...typed, is_active: true })) !== undefined}
      />
    </Card>
  );
}

/** Edits a destination. Shared links contain its id, so they lead to the new address immediately. */
function Edit({ destination: { id, name, url } }: { destination: Destination }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const update = useChange(updateDestination, {
    changes: (_, output) => (output ? [wholeRow("destination", output)] : []),
    success: "Saved.",
    failure: "Failed to update",
    onSuccess: () => setOpen(false),
  });
  return (
    <>
      <Button size="small" variant="quiet" changes aria-label={`Edit ${name}`} onClick={() => setOpen(true)}>
        Edit
      </Button>
      {isOpen && (
        <Modal title={`Edit ${name}`} onClose={() => setOpen(false)}>
          <p className="mt-2 text-sm text-quiet">
            While the destination is active, links that affiliates have already shared lead to the new
            address.
          </p>
          <DestinationForm
            label="Save"
            start={{ name, url }}
            error={update.error}
            pending={update.pending}
            save={async (typed) => (await update.run({ id, ...typed })) !== undefined}
          />
        </Modal>
      )}
    </>
  );
}

type DestinationFormProps = {
  label: string;
  start?: Typed;
  error: unknown;
  pending: boolean;
  /** Resolves with true if the server saved the destination. */
  save: (typed: Typed) => Promise<boolean>;
};

const EMPTY: Typed = { name: "", url: "" };

function DestinationForm({ label, start = EMPTY, error, pending, save }: DestinationFormProps): ReactElement {
  const [typed, setTyped] = useState(start);
  const [missing, setMissing] = useState<Partial<Typed>>({});
  const submit = async (): Promise<void> => {
    const lacks = {
      ...(typed.name.trim() === "" ? { name: "Name is required" } : {}),
      ...(typed.url.trim() === "" ? { url: "URL is required" } : {}),
    };
    setMissing(lacks);
    if (Object.keys(lacks).length === 0 && (await save(typed))) setTyped(start);
  };
  const host = otherHost(typed.url);
  return (
    <Form onSubmit={submit} className="mt-4 space-y-4">
      <Field
        label="Name"
        maxLength={80}
        value={typed.name}
        error={missing.name ?? refusalOf(error, "name")}
        onChange={(event) => setTyped({ ...typed, name: event.target.value })}
      />
      <Field
        label="URL"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={typed.url}
        error={missing.url ?? refusalOf(error, "url")}
        onChange={(event) => setTyped({ ...typed, url: event.target.value })}
      />
      {host !== null && (
        <Banner tone="warn">
          {host} is another site. An affiliate earns only if the visitor comes back to this site.
        </Banner>
      )}
      <Button type="submit" variant="primary" pending={pending}>
        {label}
      </Button>
    </Form>
  );
}

/** The host of an address on another site; null for our own site, or while the address is incomplete. */
function otherHost(typed: string): string | null {
  const url = URL.parse(typed);
  return url === null || url.host === "" || url.origin === window.location.origin ? null : url.host;
}
