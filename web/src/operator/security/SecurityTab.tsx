import type { ReactElement } from "react";
import { useLoaderData, useSearchParams } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { listAlerts, resolveAlert } from "#shared/security/operator.ts";
import { call } from "../../api/call.ts";
import { words } from "../../ui/format.ts";
import { alertSubject, useEachChange } from "../data/useChange.ts";
import { oneOf, unlessPanel } from "../kit/address.ts";
import { ExportList } from "../kit/ExportButton.tsx";
import { FilterChips } from "../kit/Filters.tsx";
import { ListTab } from "../kit/ListTab.tsx";
import { SIZE } from "../kit/query.ts";
import { type Read, read } from "../kit/read.ts";
import { AlertPanel } from "./AlertPanel.tsx";
import { COLUMNS } from "./columns.tsx";

type Page = Output<typeof listAlerts>;
const SHELVES = [
  { value: "resolved", label: "resolved" },
  { value: "all", label: "all" },
];

export const shouldRevalidate = unlessPanel;

const queryOf = (params: URLSearchParams, cursor: string | undefined) => ({
  limit: SIZE,
  cursor,
  status: oneOf(params.get("status"), ["resolved", "all"]) ?? undefined,
});

export function loader({ request }: { request: Request }): Promise<Read<Page>> {
  const { searchParams: params } = new URL(request.url);
  const query = queryOf(params, params.get("cursor") ?? undefined);
  return read(() => call(listAlerts, query, { signal: request.signal }), "Failed to fetch alerts");
}

export function Component(): ReactElement {
  const { value, failure, at } = useLoaderData<Read<Page>>();
  const [params] = useSearchParams();
  const resolve = useEachChange(resolveAlert, ({ id }) => [alertSubject(id)]);
  const status = params.get("status") ?? "open";
  return (
    <ListTab
      label="Security alerts"
      kind="alert"
      belongs={({ resolved }) => status === "all" || resolved === (status === "resolved")}
      readAt={at}
      columns={COLUMNS}
      page={value}
      failure={failure}
      empty="No alerts in this view."
      find={async (id) => (await call(listAlerts, { id })).rows[0]}
      panel={(alert) => <AlertPanel key={alert.id} alert={alert} />}
      bulk={{
        one: "alert",
        many: "alerts",
        nameOf: ({ alert_type, user_email, user_id }) => `${words(alert_type)}, ${user_email ?? user_id}`,
        pages: (cursor) => call(listAlerts, queryOf(params, cursor)),
        actions: [
          {
            label: "Resolve",
            done: "Resolved",
            explains:
              "These alerts leave the list of open alerts. To add a note, open an alert and resolve it there.",
            mayRun: ({ resolved }) => !resolved,
            run: ({ id, count }) => resolve({ id, seen: count }),
          },
        ],
      }}
      toolbar={
        <>
          <FilterChips name="status" label="State" choices={SHELVES} all="open" />
          <ExportList list="alerts" />
        </>
      }
    />
  );
}
