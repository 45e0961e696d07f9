import type { ReactElement } from "react";
import { useLoaderData, useSearchParams } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { listKeys, searchKeys } from "#shared/licenses/keyLists.ts";
import { KEY_SHELVES, KeyRow, keyOwner, keyShelf } from "#shared/licenses/keyRow.ts";
import { call } from "../../api/call.ts";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { oneOf, unlessPanel } from "../kit/address.ts";
import { ExportList } from "../kit/ExportButton.tsx";
import { FilterChips } from "../kit/Filters.tsx";
import { ListTab } from "../kit/ListTab.tsx";
import { listQuery, searchQuery } from "../kit/query.ts";
import { type Read, read } from "../kit/read.ts";
import { SearchBox } from "../kit/SearchBox.tsx";
import { viewOf } from "../kit/searches.ts";
import { COLUMNS } from "./columns.tsx";
import { GenerateKey } from "./GenerateKey.tsx";
import { KeyPanel } from "./KeyPanel.tsx";
import { useExtendMany } from "./useExtendMany.tsx";

type Page = Output<typeof listKeys>;
const SORTS = ["created_at", "license_key", "last_used_at", "computer_count"] as const;
const KEY_COLUMNS = Object.keys(KeyRow.shape) as (keyof KeyRow)[];
const SHELVES = KEY_SHELVES.map((value) => ({ value, label: value }));

export const shouldRevalidate = unlessPanel;

function readPage(params: URLSearchParams, cursor: string | undefined, signal?: AbortSignal): Promise<Page> {
  const search = searchQuery(params, KEY_SHELVES);
  return search === null
    ? call(listKeys, { ...listQuery(params, SORTS, KEY_SHELVES), cursor }, { signal })
    : call(searchKeys, { ...search, cursor }, { signal });
}

export function loader({ request }: { request: Request }): Promise<Read<Page>> {
  const params = viewOf(request);
  return read(
    () => readPage(params, params.get("cursor") ?? undefined, request.signal),
    "Failed to fetch license keys",
  );
}

export function Component(): ReactElement {
  const { value, failure, at } = useLoaderData<Read<Page>>();
  const [params] = useSearchParams();
  const status = oneOf(params.get("status"), KEY_SHELVES);
  const extend = useExtendMany();
  return (
    <ListTab
      label="License keys"
      kind="key"
      belongs={(key) => status === null || keyShelf(key) === status}
      madeAt={({ created_at }) => created_at}
      readAt={at}
      columns={COLUMNS}
      page={value && { ...value, rows: value.keys }}
      failure={failure}
      empty="No keys found."
      find={async (id) => (await call(listKeys, { id })).keys[0]}
      panel={(row) => <KeyPanel key={row.id} row={row} />}
      bulk={{
        one: "key",
        many: "keys",
        nameOf: (row) => `${row.license_key}, ${keyOwner(row)}`,
        actions: [extend],
        pages: async (cursor) => {
          const { keys: rows, next } = await readPage(params, cursor);
          return { rows, next };
        },
        csv: { list: "selected-license-keys", columns: KEY_COLUMNS },
      }}
      toolbar={
        <>
          <SearchBox label="Search by key" />
          <FilterChips name="status" label="State" choices={SHELVES} />
          <div className="ml-auto flex items-center gap-3">
            <ExportList list="license-keys" />
            <DialogButton
              variant="primary"
              label="Generate Key"
              dialog={(close) => <GenerateKey onClose={close} />}
            />
          </div>
        </>
      }
    />
  );
}
