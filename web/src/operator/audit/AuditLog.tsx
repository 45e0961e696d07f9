import type { ReactElement } from "react";
import { Link, useLoaderData, useSearchParams } from "react-router-dom";
import { listOperators, type OperatorRow } from "#shared/accounts/readers.ts";
import { auditAddress, RESULT } from "#shared/audit/entry.ts";
import { AREAS, listAudit, searchAudit } from "#shared/audit/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { call } from "../../api/call.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { moment } from "../../ui/format.ts";
import { Ago } from "../kit/Ago.tsx";
import { unlessPanel, withFilter } from "../kit/address.ts";
import type { Column } from "../kit/DataTable.tsx";
import { ExportList } from "../kit/ExportButton.tsx";
import { DateInput, FilterChips } from "../kit/Filters.tsx";
import { ListTab } from "../kit/ListTab.tsx";
import { SIZE } from "../kit/query.ts";
import { type Read, read } from "../kit/read.ts";
import { SearchBox } from "../kit/SearchBox.tsx";
import { Facts, SidePanel } from "../kit/SidePanel.tsx";
import { searchIn, viewOf } from "../kit/searches.ts";
import { customerHref } from "../tabs.ts";
import { Changes } from "./Changes.tsx";
import { type Folded, foldBulk, sentenceOfMany } from "./foldBulk.ts";
import { foldResults } from "./foldResults.ts";
import { sentenceOf } from "./sentence.ts";
import { subjectHref } from "./subjectHref.ts";

type Log = Read<Output<typeof listAudit>> & { people: readonly OperatorRow[] };

export const shouldRevalidate = unlessPanel;

export async function loader({ request }: { request: Request }): Promise<Log> {
  const params = viewOf(request);
  const { signal } = request;
  const search = searchIn(params);
  const query = {
    limit: SIZE,
    cursor: params.get("cursor") ?? undefined,
    userId: params.get("user") ?? undefined,
    day: params.get("day") ?? undefined,
    area: AREAS.find((area) => area === params.get("area")),
    action: params.get("action") ?? undefined,
  };
  const [page, people] = await Promise.all([
    read(
      () =>
        search === undefined
          ? call(listAudit, query, { signal })
          : call(searchAudit, { ...query, search }, { signal }),
      "Failed to fetch the audit log",
    ),
    read(() => call(listOperators, {}, { signal })),
  ]);
  return { ...page, people: people.value?.people ?? [] };
}

/** The operator's address; for a removed operator the id. An API key and a schedule have a name. */
const addressIn = (people: Log["people"], operator: string): string =>
  people.find(({ id }) => id === operator)?.email ?? operator;

const AREA_CHOICES = AREAS.map((area) => ({
  value: area,
  label: area.charAt(0).toUpperCase() + area.slice(1),
}));

/** `Suspended the account for anna@example.com: shares keys` */
function saidIn(entry: Folded): string {
  const { note, all, isPart = false } = entry;
  if (all.length > 1)
    return `${sentenceOfMany(entry)} for ${all.length} people${isPart ? " on this page" : ""}`;
  return note === null || note === RESULT ? sentenceOf(entry) : `${sentenceOf(entry)}: ${note}`;
}

const COLUMNS: readonly Column<Folded>[] = [
  { id: "at", head: "When", cell: ({ at }) => <Ago at={at} /> },
  { id: "action", head: "What", grow: true, wrap: true, cell: saidIn },
  {
    id: "subject",
    head: "Subject",
    cut: "wide",
    from: "md",
    cell: ({ subject, all }) => all.length === 1 && <Subject subject={subject} className="relative z-1" />,
  },
];

export function Component(): ReactElement {
  const { value, failure, at, people } = useLoaderData<Log>();
  const [params, setParams] = useSearchParams();
  const rest = { newer: params.has("cursor"), older: value !== null && value.next !== null };
  const by: Column<Folded> = {
    id: "operator",
    head: "By",
    cut: "wide",
    from: "lg",
    cell: ({ operator }) => addressIn(people, operator),
  };
  return (
    <ListTab
      label="Audit log"
      kind="audit"
      readAt={at}
      columns={[...COLUMNS, by]}
      page={value && { ...value, rows: foldBulk(foldResults(value.entries), rest), total: null }}
      failure={failure}
      empty="No changes found."
      keyOf={auditAddress}
      find={async (id) => foldBulk((await call(listAudit, { id })).entries)[0]}
      panel={(entry) => <EntryPanel key={entry.id} entry={entry} by={addressIn(people, entry.operator)} />}
      toolbar={
        <>
          <SearchBox label="Search the audit log" />
          <FilterChips name="area" label="Kind of change" choices={AREA_CHOICES} />
          <DateInput
            aria-label="Day (UTC)"
            value={params.get("day") ?? ""}
            onChange={(event) => setParams(withFilter(params, "day", event.target.value))}
          />
          {params.has("user") && <FilterLink label="One customer ×" name="user" />}
          {params.has("action") && <FilterLink label={`${params.get("action")} ×`} name="action" />}
          <ExportList list="audit" />
        </>
      }
    />
  );
}

type FilterLinkProps = { label: string; name: string; value?: string };

function FilterLink({ label, name, value = "" }: FilterLinkProps): ReactElement {
  const [params] = useSearchParams();
  const search = withFilter(params, name, value).toString();
  return (
    <Link to={{ search }} className={buttonClass("secondary", "small")}>
      {label}
    </Link>
  );
}

type SubjectProps = { subject: string; className?: string };

function Subject({ subject, className }: SubjectProps): ReactElement {
  const href = subjectHref(subject);
  if (href === undefined) return <>{subject}</>;
  return (
    <Link to={href} className={cx("underline", className)}>
      {subject}
    </Link>
  );
}

function EntryPanel({ entry, by }: { entry: Folded; by: string }): ReactElement {
  const isOne = entry.all.length === 1;
  return (
    <SidePanel
      id={auditAddress(entry)}
      title={saidIn(entry)}
      actions={
        <>
          {entry.userId !== null && isOne && (
            <>
              <Link to={customerHref(entry.userId)} className={buttonClass("secondary", "small")}>
                Customer
              </Link>
              <FilterLink label="Only this customer" name="user" value={entry.userId} />
            </>
          )}
          <FilterLink label="Only this action" name="action" value={entry.action} />
        </>
      }
    >
      <Facts
        facts={[
          { name: "When", value: moment(entry.at) },
          { name: "Subject", value: isOne ? <Subject subject={entry.subject} /> : null },
          { name: "Action", value: entry.action },
          { name: "By", value: by },
          { name: "Note", value: entry.note },
        ]}
      />
      {isOne ? (
        <Changes before={entry.before} after={entry.after} />
      ) : (
        <ul className="mt-5 space-y-2 border-line border-t pt-4 text-sm">
          {entry.all.map((one) => (
            <li key={one.id} className="wrap-anywhere">
              {sentenceOf(one)} (<Subject subject={one.subject} />)
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  );
}
