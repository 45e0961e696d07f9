import { type ReactElement, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { SHARED_CARD } from "#shared/security/alert.ts";
import type { AlertRow } from "#shared/security/alertRow.ts";
import { listAlerts, resolveAlert } from "#shared/security/operator.ts";
import { call } from "../../api/call.ts";
import { firstPages } from "../../api/firstPages.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Field } from "../../ui/Field.tsx";
import { count, moment, words } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";
import { Changes } from "../../ui/ViewOnly.ts";
import { useChange, useEachChange } from "../data/useChange.ts";
import { Ago } from "../kit/Ago.tsx";
import { oneOf, unlessPanel } from "../kit/address.ts";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import { columnsOf } from "../kit/columnsOf.tsx";
import type { Column } from "../kit/DataTable.tsx";
import { ExportList } from "../kit/ExportButton.tsx";
import { FilterChips } from "../kit/Filters.tsx";
import { ListTab } from "../kit/ListTab.tsx";
import { SIZE } from "../kit/query.ts";
import { listLoader, useLoaded } from "../kit/read.ts";
import { Facts, SidePanel } from "../kit/SidePanel.tsx";
import { TextLink } from "../kit/TextLink.tsx";
import { useText } from "../kit/useText.ts";
import { customerHref } from "../tabs.ts";

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

const TONES: Readonly<Record<AlertRow["severity"], Tone>> = {
  critical: "bad",
  high: "bad",
  medium: "warn",
  low: "neutral",
};

function Severity({ severity }: Pick<AlertRow, "severity">): ReactElement {
  return (
    <Chip dot tone={TONES[severity]}>
      {severity}
    </Chip>
  );
}

const column = columnsOf<AlertRow>();

export const COLUMNS: readonly Column<AlertRow>[] = [
  column("alert_type", "Alert", { show: words }),
  column("severity", "Severity", { show: (severity) => <Severity severity={severity} /> }),
  {
    id: "user_email",
    head: "User",
    cut: "wide",
    from: "md",
    cell: ({ user_email, user_id }) => user_email ?? user_id.slice(0, 8),
  },
  column("description", "Description", { grow: true, from: "lg" }),
  column("count", "Seen", { end: true, from: "lg", show: (times) => `${count(times)} ×` }),
  column("last_seen_at", "Last seen", { from: "md", show: (at) => <Ago at={at} /> }),
  column("resolved", "State", {
    from: "md",
    show: (is) => <Chip tone={is ? "good" : "neutral"}>{is ? "resolved" : "open"}</Chip>,
  }),
];

export function Component(): ReactElement {
  const list = useLoaded<typeof loader>();
  const [params] = useSearchParams();
  const resolve = useEachChange(resolveAlert, ({ id }) => [{ kind: "alert", id }]);
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

export function AlertPanel({ alert }: { alert: AlertRow }): ReactElement {
  const note = useText();
  const resolve = useChange(resolveAlert, {
    changes: ({ id }) => [{ kind: "alert", id }],
    success: "The alert is resolved.",
    failure: "Failed to resolve alert",
  });
  return (
    <SidePanel
      id={alert.id}
      title={words(alert.alert_type)}
      actions={
        <>
          {!alert.resolved && (
            <Changes>
              <Field
                label="Note"
                placeholder="Outcome (optional)"
                maxLength={500}
                className="w-full"
                {...note.field}
              />
            </Changes>
          )}
          <Button
            size="small"
            variant="primary"
            disabled={alert.resolved}
            pending={resolve.pending}
            onClick={() => void resolve.run({ id: alert.id, note: note.text, seen: alert.count })}
          >
            Resolve
          </Button>
          <ButtonLink to={customerHref(alert.user_id)}>Customer</ButtonLink>
        </>
      }
    >
      <p className="mb-3 text-sm wrap-anywhere">{alert.description}</p>
      <Facts
        facts={[
          { name: "User", value: alert.user_email ?? alert.user_id },
          { name: "Severity", value: <Severity severity={alert.severity} /> },
          { name: "Seen", value: `${alert.count} ×` },
          { name: "First seen", value: moment(alert.created_at) },
          { name: "Last seen", value: moment(alert.last_seen_at) },
          ...Object.entries(alert.metadata).map(([name, value]) =>
            name === SHARED_CARD
              ? { name: "Other accounts", value: <SameCard alert={alert} /> }
              : { name: words(name), value: String(value) },
          ),
          { name: "Resolved", value: alert.resolved_at === null ? "no" : moment(alert.resolved_at) },
          ...(alert.resolved
            ? [
                { name: "Resolved by", value: alert.resolved_by },
                { name: "Note", value: alert.note },
              ]
            : []),
        ]}
      />
    </SidePanel>
  );
}

const MAX_PAGES = 4;

/** Searches the latest pages of alerts, at most MAX_PAGES. */
async function alertsOfCard(card: string | number | undefined): Promise<AlertRow[]> {
  const rows = await firstPages(MAX_PAGES, (cursor) => call(listAlerts, { status: "all", cursor }));
  return rows.filter(({ metadata }) => metadata[SHARED_CARD] === card);
}

function SameCard({ alert: { id, metadata } }: { alert: AlertRow }): ReactElement {
  const card = metadata[SHARED_CARD];
  const [others, setOthers] = useState<readonly AlertRow[]>([]);
  useEffect(() => {
    alertsOfCard(card).then(
      (found) => setOthers(found.filter((row) => row.id !== id)),
      // The alert is complete without the links.
      () => undefined,
    );
  }, [id, card]);
  return (
    <>
      {[...new Map(others.map((other) => [other.user_id, other.user_email]))].map(([userId, email]) => (
        <TextLink key={userId} to={customerHref(userId)} className="block">
          {email ?? userId}
        </TextLink>
      ))}
    </>
  );
}
