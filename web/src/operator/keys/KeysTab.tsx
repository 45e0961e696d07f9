import type { ReactElement } from "react";
import { useSearchParams } from "react-router-dom";
import { listKeys, searchKeys } from "#shared/licenses/keyLists.ts";
import { KEY_SHELVES, KeyRow, keyOwner, keyShelf } from "#shared/licenses/keyRow.ts";
import { call } from "../../api/call.ts";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { oneOf, unlessPanel } from "../kit/address.ts";
import { ExportList } from "../kit/ExportButton.tsx";
import { FilterChips } from "../kit/Filters.tsx";
import { ListTab } from "../kit/ListTab.tsx";
import { listQuery, searchQuery } from "../kit/query.ts";
import { listLoader, useLoaded } from "../kit/read.ts";
import { SearchBox } from "../kit/SearchBox.tsx";
import { COLUMNS } from "./columns.tsx";
import { GenerateKey } from "./GenerateKey.tsx";
import { KeyPanel } from "./KeyPanel.tsx";
import { useExtendMany } from "./useExtendMany.tsx";

const SORTS = ["created_at", "license_key", "last_used_at", "computer_count"] as const;
const KEY_COLUMNS = Object.keys(KeyRow.shape) as (keyof KeyRow)[];
const SHELVES = KEY_SHELVES.map((value) => ({ value, label: value }));

export const shouldRevalidate = unlessPanel;

async function readPage(params: URLSearchParams, cursor: string | undefined, signal?: AbortSignal) {
  const search = searchQuery(params, KEY_SHELVES);
  const { keys: rows, ...page } =
    search === null
      ? await call(listKeys, { ...listQuery(params, SORTS, KEY_SHELVES), cursor }, { signal })
      : await call(searchKeys, { ...search, cursor }, { signal });
  return { rows, ...page };
}

export const loader = listLoader(readPage, "Failed to fetch license keys");

export function Component(): ReactElement {
  const list = useLoaded<typeof loader>();
  const [params] = useSearchParams();
  const status = oneOf(params.get("status"), KEY_SHELVES);
  const extend = useExtendMany();
  return (
    <ListTab
      label="License keys"
      kind="key"
      belongs={(key) => status === null || keyShelf(key) === status}
      madeAt={({ created_at }) => created_at}
      columns={COLUMNS}
      list={list}
      empty="No keys found."
      find={async (id) => (await call(listKeys, { id })).keys[0]}
      panel={(row) => <KeyPanel key={row.id} row={row} />}
      bulk={{
        one: "key",
        many: "keys",
        nameOf: (row) => `${row.license_key}, ${keyOwner(row)}`,
        actions: [extend],
        pages: (cursor) => readPage(params, cursor),
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
