import type { ReactElement } from "react";
import { useLoaderData, useSearchParams } from "react-router-dom";
import { listUsers } from "#shared/accounts/operator.ts";
import { USER_SHELVES } from "#shared/accounts/userRow.ts";
import type { Output } from "#shared/endpoint.ts";
import { call } from "../../api/call.ts";
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
import { UserPanel } from "./UserPanel.tsx";

type Page = Output<typeof listUsers>;
const SIZE = 25;
const SORTS = ["created_at", "email", "last_sign_in_at"] as const;
const SHELVES = USER_SHELVES.map((value) => ({ value, label: value }));

export const shouldRevalidate = unlessPanel;

export function loader({ request }: { request: Request }): Promise<Read<Page>> {
  const { searchParams: params } = new URL(request.url);
  const query = {
    limit: SIZE,
    cursor: params.get("cursor") ?? undefined,
    sort: oneOf(params.get("sort"), SORTS) ?? undefined,
    direction: oneOf(params.get("order"), ["asc"]) ?? undefined,
    status: oneOf(params.get("status"), USER_SHELVES) ?? undefined,
    search: params.get("search") ?? undefined,
  };
  return read(() => call(listUsers, query, { signal: request.signal }), "Failed to fetch users");
}

export function Component(): ReactElement {
  const { value, failure } = useLoaderData<Read<Page>>();
  const [params] = useSearchParams();
  const rows = value?.users ?? [];
  const open = rows.find(({ id }) => id === params.get("open"));
  return (
    <ListPage
      toolbar={
        <>
          <SearchBox label="Search by email" />
          <FilterChips name="status" label="Membership" choices={SHELVES} />
          <ExportButton name="users" parts={() => listAsCsv("users")} />
        </>
      }
      panel={open && <UserPanel key={open.id} user={open} />}
    >
      <DataTable
        label="Users"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ id }) => id}
        failure={failure}
        empty="No user fits."
      />
      <Pager shown={rows.length} size={SIZE} total={value?.total ?? null} next={value?.next ?? null} />
    </ListPage>
  );
}
