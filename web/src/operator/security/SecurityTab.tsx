import type { ReactElement } from "react";
import { useLoaderData, useSearchParams } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { listAlerts } from "#shared/security/operator.ts";
import { call } from "../../api/call.ts";
import { oneOf, unlessPanel } from "../kit/address.ts";
import { DataTable } from "../kit/DataTable.tsx";
import { ExportButton } from "../kit/ExportButton.tsx";
import { listAsCsv } from "../kit/exportList.ts";
import { FilterChips } from "../kit/Filters.tsx";
import { ListPage } from "../kit/ListPage.tsx";
import { Pager } from "../kit/Pager.tsx";
import { type Read, read } from "../kit/read.ts";
import { AlertPanel } from "./AlertPanel.tsx";
import { COLUMNS } from "./columns.tsx";

type Page = Output<typeof listAlerts>;
const SIZE = 25;
const SHELVES = [
  { value: "resolved", label: "resolved" },
  { value: "all", label: "all" },
];

export const shouldRevalidate = unlessPanel;

export function loader({ request }: { request: Request }): Promise<Read<Page>> {
  const { searchParams: params } = new URL(request.url);
  const query = {
    limit: SIZE,
    cursor: params.get("cursor") ?? undefined,
    status: oneOf(params.get("status"), ["resolved", "all"]) ?? undefined,
  };
  return read(() => call(listAlerts, query, { signal: request.signal }), "Failed to fetch alerts");
}

export function Component(): ReactElement {
  const { value, failure } = useLoaderData<Read<Page>>();
  const [params] = useSearchParams();
  const rows = value?.alerts ?? [];
  const open = rows.find(({ id }) => id === params.get("open"));
  return (
    <ListPage
      toolbar={
        <>
          <FilterChips name="status" label="State" choices={SHELVES} all="open" />
          <ExportButton name="alerts" parts={() => listAsCsv("alerts")} />
        </>
      }
      panel={open && <AlertPanel key={open.id} alert={open} />}
    >
      <DataTable
        label="Security alerts"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ id }) => id}
        failure={failure}
        empty="No alert is open."
      />
      <Pager shown={rows.length} size={SIZE} total={value?.total ?? null} next={value?.next ?? null} />
    </ListPage>
  );
}
