import { type FormEvent, type ReactElement, useState } from "react";
import { useLoaderData } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import type { Destination } from "#shared/referrals/destination.ts";
import { createDestination, listDestinations, updateDestination } from "#shared/referrals/operator.ts";
import { ApiError } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { day } from "../../ui/format.ts";
import { Switch } from "../../ui/Switch.tsx";
import { type RowChange, withFresh } from "../data/fresh.ts";
import { useChange } from "../data/useChange.ts";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { failed } from "../kit/failed.ts";
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
    grow: true,
    cell: ({ url }) => <span className="text-quiet">{url}</span>,
  },
  { id: "created_at", head: "Created", from: "lg", cell: ({ created_at }) => day(created_at) },
  { id: "is_active", head: "Active", cell: (destination) => <Toggle destination={destination} /> },
];

export function Component(): ReactElement {
  const { value, failure, at } = useLoaderData<Read<Page>>();
  // All on one page, oldest first.
  const rows = withFresh(value?.rows ?? [], at, { kind: "destination", belongs: () => true, madeAt: null });
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="max-xl:order-2">
        <ListPage>
          <DataTable
            label="Destinations"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            failure={failure}
            empty="No destinations yet. Links lead to the landing page."
            opens={false}
          />
        </ListPage>
      </div>
      <CreateForm />
    </div>
  );
}

const whole = (row: Destination): RowChange => ({
  kind: "destination",
  id: row.id,
  patch: row,
  isWhole: true,
});

function Toggle({ destination: { id, name, is_active } }: { destination: Destination }): ReactElement {
  const update = useChange(updateDestination, {
    changes: (_, output) => (output ? [whole(output)] : []),
    failure: failed("Failed to update"),
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

function CreateForm(): ReactElement {
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [missing, setMissing] = useState<{ name?: string; url?: string }>({});
  const create = useChange(createDestination, {
    changes: (_, output) => (output ? [whole(output)] : []),
    success: "Created.",
    failure: failed("Failed to create"),
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const lacks = {
      ...(name.trim() === "" ? { name: "Name is required" } : {}),
      ...(url.trim() === "" ? { url: "URL is required" } : {}),
    };
    setMissing(lacks);
    if (Object.keys(lacks).length > 0) return;
    if ((await create.run({ name, url, is_active: true })) === undefined) return;
    setName("");
    setUrl("");
  };
  const refused = (field: string): string | undefined =>
    create.error instanceof ApiError && create.error.field === field ? create.error.message : undefined;
  return (
    <Card className="p-5">
      <CardTitle>New destination</CardTitle>
      <p className="mt-1 text-sm text-quiet">A named page that affiliate links can lead to.</p>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 space-y-4">
        <Field
          label="Name"
          maxLength={80}
          value={name}
          error={missing.name ?? refused("name")}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="URL"
          type="url"
          inputMode="url"
          placeholder="https://"
          value={url}
          error={missing.url ?? refused("url")}
          onChange={(event) => setUrl(event.target.value)}
        />
        <Button type="submit" variant="primary" pending={create.pending}>
          Create
        </Button>
      </form>
    </Card>
  );
}
