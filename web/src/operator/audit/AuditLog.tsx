import type { ReactElement } from "react";
import { Link, useLoaderData, useSearchParams } from "react-router-dom";
import { isKeyCaller } from "#shared/apiKeys/levels.ts";
import { type AuditEntry, auditAddress } from "#shared/audit/entry.ts";
import { listAudit } from "#shared/audit/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { call } from "../../api/call.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { ago, moment } from "../../ui/format.ts";
import { unlessPanel, withFilter } from "../kit/address.ts";
import type { Column } from "../kit/DataTable.tsx";
import { ExportButton } from "../kit/ExportButton.tsx";
import { listAsCsv } from "../kit/exportList.ts";
import { ListTab } from "../kit/ListTab.tsx";
import { SIZE } from "../kit/query.ts";
import { type Read, read } from "../kit/read.ts";
import { Facts, SidePanel } from "../kit/SidePanel.tsx";
import { customerHref } from "../tabs.ts";
import { Changes } from "./Changes.tsx";
import { foldResults } from "./foldResults.ts";
import { sentenceOf } from "./sentence.ts";

type Page = Output<typeof listAudit>;

export const shouldRevalidate = unlessPanel;

export function loader({ request }: { request: Request }): Promise<Read<Page>> {
  const { searchParams: params } = new URL(request.url);
  const query = {
    limit: SIZE,
    cursor: params.get("cursor") ?? undefined,
    userId: params.get("user") ?? undefined,
  };
  return read(() => call(listAudit, query, { signal: request.signal }), "Failed to fetch the audit log");
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    id: "at",
    head: "When",
    cell: ({ at }) => (
      <time dateTime={at} title={moment(at)}>
        {ago(at)}
      </time>
    ),
  },
  { id: "action", head: "What", grow: true, wrap: true, cell: (entry) => sentenceOf(entry) },
  { id: "subject", head: "Subject", cut: true, from: "md", cell: ({ subject }) => subject },
  {
    id: "operator",
    head: "By",
    from: "lg",
    cell: ({ operator }) => (
      <span className="font-mono text-xs">{isKeyCaller(operator) ? operator : operator.slice(0, 8)}</span>
    ),
  },
];

export function Component(): ReactElement {
  const { value, failure, at } = useLoaderData<Read<Page>>();
  const [params] = useSearchParams();
  return (
    <ListTab
      label="Audit log"
      kind="audit"
      readAt={at}
      columns={COLUMNS}
      page={value && { rows: foldResults(value.entries), total: null, next: value.next }}
      failure={failure}
      empty="No changes yet."
      keyOf={auditAddress}
      find={async (id) => (await call(listAudit, { id })).entries[0]}
      panel={(entry) => <EntryPanel key={entry.id} entry={entry} />}
      toolbar={
        <>
          {params.has("user") && (
            <Link
              to={{ search: withFilter(params, "user", null).toString() }}
              className={buttonClass("secondary", "small")}
            >
              One customer ×
            </Link>
          )}
          <ExportButton name="audit" parts={() => listAsCsv("audit")} />
        </>
      }
    />
  );
}

function EntryPanel({ entry }: { entry: AuditEntry }): ReactElement {
  return (
    <SidePanel
      id={auditAddress(entry)}
      title={sentenceOf(entry)}
      actions={
        entry.userId !== null && (
          <Link to={customerHref(entry.userId)} className={buttonClass("secondary", "small")}>
            Customer
          </Link>
        )
      }
    >
      <Facts
        facts={[
          { name: "When", value: moment(entry.at) },
          { name: "Subject", value: entry.subject },
          { name: "Action", value: entry.action },
          { name: "By", value: <code className="font-mono text-xs break-all">{entry.operator}</code> },
          { name: "Note", value: entry.note },
        ]}
      />
      <Changes before={entry.before} after={entry.after} />
    </SidePanel>
  );
}
