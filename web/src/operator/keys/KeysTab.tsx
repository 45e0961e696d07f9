import { type ReactElement, useState } from "react";
import { useLoaderData, useSearchParams } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { KEY_SHELVES } from "#shared/licenses/keyRow.ts";
import { listKeys } from "#shared/licenses/operator.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../ui/Button.tsx";
import { oneOf, unlessPanel } from "../kit/address.ts";
import { DataTable } from "../kit/DataTable.tsx";
import { ExportButton } from "../kit/ExportButton.tsx";
import { listAsCsv } from "../kit/exportList.ts";
import { FilterChips } from "../kit/Filters.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { Pager } from "../kit/Pager.tsx";
import { type Read, read } from "../kit/read.ts";
import { SearchBox } from "../kit/SearchBox.tsx";
import { COLUMNS } from "./columns.tsx";
import { GenerateKey } from "./GenerateKey.tsx";
import { KeyPanel } from "./KeyPanel.tsx";

type Page = Output<typeof listKeys>;
const SIZE = 25;
const SORTS = ["created_at", "license_key", "last_used_at"] as const;
const SHELVES = KEY_SHELVES.map((value) => ({ value, label: value }));

export const shouldRevalidate = unlessPanel;

export function loader({ request }: { request: Request }): Promise<Read<Page>> {
  const { searchParams: params } = new URL(request.url);
  const query = {
    limit: SIZE,
    cursor: params.get("cursor") ?? undefined,
    sort: oneOf(params.get("sort"), SORTS) ?? undefined,
    direction: oneOf(params.get("order"), ["asc"]) ?? undefined,
    status: oneOf(params.get("status"), KEY_SHELVES) ?? undefined,
    search: params.get("search") ?? undefined,
  };
  return read(() => call(listKeys, query, { signal: request.signal }), "Failed to fetch licence keys");
}

export function Component(): ReactElement {
  const { value, failure } = useLoaderData<Read<Page>>();
  const [params] = useSearchParams();
  const [making, setMaking] = useState(false);
  const rows = value?.keys ?? [];
  const open = rows.find(({ id }) => id === params.get("open"));
  return (
    <ListPage
      toolbar={
        <>
          <SearchBox label="Search by key" />
          <FilterChips name="status" label="State" choices={SHELVES} />
          <ExportButton name="license-keys" parts={() => listAsCsv("license-keys")} />
          <Button size="small" variant="primary" onClick={() => setMaking(true)}>
            Generate Key
          </Button>
        </>
      }
      panel={open && <KeyPanel key={open.id} row={open} />}
    >
      <DataTable
        label="Licence keys"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ id }) => id}
        failure={failure}
        empty="No key fits."
      />
      <Pager shown={rows.length} size={SIZE} total={value?.total ?? null} next={value?.next ?? null} />
      {making && <GenerateKey onClose={() => setMaking(false)} />}
    </ListPage>
  );
}
