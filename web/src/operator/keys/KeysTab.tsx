import { type ReactElement, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { listKeys, searchKeys } from "#shared/licenses/keyLists.ts";
import { KEY_SHELVES, KeyRow, keyOwner, keyShelf } from "#shared/licenses/keyRow.ts";
import { extendKey } from "#shared/licenses/operator.ts";
import { call } from "../../api/call.ts";
import { DialogButton } from "../../ui/DialogButton.tsx";
import { keySubject, useEachChange } from "../data/useChange.ts";
import { oneOf, unlessPanel } from "../kit/address.ts";
import type { BulkAction } from "../kit/bulk.ts";
import { Choices } from "../kit/Choices.tsx";
import { ExportList } from "../kit/ExportButton.tsx";
import { FilterChips } from "../kit/Filters.tsx";
import { ListTab } from "../kit/ListTab.tsx";
import { listQuery, searchQuery } from "../kit/query.ts";
import { listLoader, useLoaded } from "../kit/read.ts";
import { SearchBox } from "../kit/SearchBox.tsx";
import { COLUMNS } from "./columns.tsx";
import { mayExtend } from "./ExtendKey.tsx";
import { GenerateKey } from "./GenerateKey.tsx";
import { KeyPanel } from "./KeyPanel.tsx";

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

const DAYS = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "365", label: "365 days" },
] as const;

function useExtendMany(): BulkAction<KeyRow> {
  const [days, setDays] = useState<(typeof DAYS)[number]["value"]>("30");
  const extend = useEachChange(extendKey, ({ keyId }) => [keySubject(keyId)]);
  // Request ids by key and days, kept until the call works, so that a retry does not extend a key twice.
  const requests = useRef(new Map<string, string>());
  const extendOnce = async (keyId: string): Promise<string | null> => {
    const name = `${keyId}/${days}`;
    const requestId = requests.current.get(name) ?? crypto.randomUUID();
    requests.current.set(name, requestId);
    const failure = await extend({ keyId, days: Number(days), requestId });
    if (failure === null) requests.current.delete(name);
    return failure;
  };
  return {
    label: "Extend",
    done: "Extended",
    explains: (
      <div className="space-y-4">
        <p>
          Each key ends the chosen number of days later. An expired key gets these days from today. Nothing is
          charged.
        </p>
        <Choices legend="Extend by" choices={DAYS} value={days} onChange={setDays} />
      </div>
    ),
    skips: "you can extend only keys that an operator created and that have an end date.",
    mayRun: mayExtend,
    run: ({ id }) => extendOnce(id),
  };
}
