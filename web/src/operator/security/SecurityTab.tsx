import type { ReactElement } from "react";
import { useSearchParams } from "react-router-dom";
import { listAlerts, resolveAlert } from "#shared/security/operator.ts";
import { call } from "../../api/call.ts";
import { words } from "../../ui/format.ts";
import { alertSubject, useEachChange } from "../data/useChange.ts";
import { oneOf, unlessPanel } from "../kit/address.ts";
import { ExportList } from "../kit/ExportButton.tsx";
import { FilterChips } from "../kit/Filters.tsx";
import { ListTab } from "../kit/ListTab.tsx";
import { SIZE } from "../kit/query.ts";
import { listLoader, useLoaded } from "../kit/read.ts";
import { AlertPanel } from "./AlertPanel.tsx";
import { COLUMNS } from "./columns.tsx";

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

export const loader = listLoader(
  (params, cursor, signal) => call(listAlerts, queryOf(params, cursor), { signal }),
  "Failed to fetch alerts",
);

export function Component(): ReactElement {
  const list = useLoaded<typeof loader>();
  const [params] = useSearchParams();
  const resolve = useEachChange(resolveAlert, ({ id }) => [alertSubject(id)]);
  const status = params.get("status") ?? "open";
  return (
    <ListTab
      label="Security alerts"
      kind="alert"
      belongs={({ resolved }) => status === "all" || resolved === (status === "resolved")}
      columns={COLUMNS}
      list={list}
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
