import type { ReactElement } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { listOperators, type OperatorRow } from "#shared/accounts/readers.ts";
import { auditAddress, RESULT } from "#shared/audit/entry.ts";
import { AREAS, listAudit, searchAudit } from "#shared/audit/operator.ts";
import { call } from "../../api/call.ts";
import { cx } from "../../ui/cx.ts";
import { moment } from "../../ui/format.ts";
import { Ago } from "../kit/Ago.tsx";
import { oneOf, unlessPanel, withFilter } from "../kit/address.ts";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import type { Column } from "../kit/DataTable.tsx";
import { ExportList } from "../kit/ExportButton.tsx";
import { DateInput, FilterChips } from "../kit/Filters.tsx";
import { ListTab } from "../kit/ListTab.tsx";
import { SIZE } from "../kit/query.ts";
import { listLoader, read, useLoaded } from "../kit/read.ts";
import { SearchBox } from "../kit/SearchBox.tsx";
import { Facts, SidePanel } from "../kit/SidePanel.tsx";
import { searchIn } from "../kit/searches.ts";
import { customerHref } from "../tabs.ts";
import { Changes } from "./Changes.tsx";
import { type Folded, foldBulk, foldResults, sentenceOfMany } from "./fold.ts";
import { sentenceOf } from "./sentence.ts";
import { subjectHref } from "./subjectHref.ts";

export const shouldRevalidate = unlessPanel;

const readLog = listLoader(async (params, cursor, signal) => {
  const search = searchIn(params);
  const query = {
    limit: SIZE,
    cursor,
    userId: params.get("user") ?? undefined,
    day: params.get("day") ?? undefined,
    area: oneOf(params.get("area"), AREAS) ?? undefined,
    action: params.get("action") ?? undefined,
  };
  return search === undefined
    ? call(listAudit, query, { signal })
    : call(searchAudit, { ...query, search }, { signal });
}, "Failed to fetch the audit log");

export async function loader({ request }: { request: Request }) {
  const [list, operators] = await Promise.all([
    readLog({ request }),
    read(() => call(listOperators, {}, { signal: request.signal })),
  ]);
  return { list, people: operators.value?.people ?? [] };
}

/** The operator's address, or the id if the operator was removed. API keys and schedules keep their name. */
const addressIn = (people: readonly OperatorRow[], operator: string): string =>
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
  const { list, people } = useLoaded<typeof loader>();
  const [params, setParams] = useSearchParams();
  const rowsIn = ({ entries, next, ...page }: NonNullable<typeof list.value>) => {
    const rest = { newer: params.has("cursor"), older: next !== null };
    return { ...page, next, rows: foldBulk(foldResults(entries), rest) };
  };
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
      columns={[...COLUMNS, by]}
      list={list.value === null ? list : { ...list, value: rowsIn(list.value) }}
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
  return <ButtonLink to={{ search: withFilter(params, name, value).toString() }}>{label}</ButtonLink>;
}

function Subject({ subject, className }: { subject: string; className?: string }): ReactElement {
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
              <ButtonLink to={customerHref(entry.userId)}>Customer</ButtonLink>
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
