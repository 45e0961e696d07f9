import type { ReactElement, ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { type Kind, withFresh } from "../data/fresh.ts";
import { idOf } from "./address.ts";
import type { Bulk } from "./bulk.ts";
import { DataTable, type DataTableProps } from "./DataTable.tsx";
import { ListPage } from "./ListPage.tsx";
import { type PageEnd, Pager } from "./Pager.tsx";
import type { Read } from "./read.ts";
import { SelectTable } from "./SelectTable.tsx";
import { SEARCH } from "./searches.ts";
import { useOpenRow } from "./useOpenRow.ts";

type ListTabProps<T extends { id: string }> = Pick<
  DataTableProps<T>,
  "label" | "columns" | "empty" | "keyOf"
> & {
  kind: Kind;
  /** Whether the filters match a changed row. */
  belongs?: (row: T) => boolean;
  /** For a list that is sorted newest first: a row's time. */
  madeAt?: (row: T) => string;
  list: Read<{ rows: readonly T[] } & PageEnd>;
  /** Finds a row by its id, on any page. */
  find: (id: string) => Promise<T | undefined>;
  panel: (row: T) => ReactNode;
  toolbar?: ReactNode;
  bulk?: Bulk<T>;
};

const NONE: readonly never[] = [];
const all = (): boolean => true;
/** Parameters of views other than the newest rows. */
const ELSEWHERE = ["cursor", "page", SEARCH, "sort"];

export function ListTab<T extends { id: string }>(props: ListTabProps<T>): ReactElement {
  const { kind, belongs = all, madeAt, list, find, panel, toolbar, bulk, ...given } = props;
  const { value: page, failure, at: readAt } = list;
  const [params] = useSearchParams();
  const isNewest = ELSEWHERE.every((name) => !params.has(name));
  const listing = { kind, belongs, madeAt: (isNewest && madeAt) || null };
  const rows = page === null ? NONE : withFresh(page.rows, readAt, listing);
  const open = useOpenRow(rows, given.keyOf ?? idOf, find, { kind, readAt });
  const later =
    page?.searchedTo === undefined ? "Nothing on this page. See the next page." : "No matches yet.";
  const instead = page === null || page.next === null ? given.empty : later;
  const table = { ...given, rows, failure, empty: instead, opens: true };
  return (
    <ListPage toolbar={toolbar} panel={open !== undefined && panel(open)}>
      {bulk === undefined ? <DataTable {...table} /> : <SelectTable {...table} bulk={bulk} page={page} />}
      <Pager shown={rows.length} page={page} />
    </ListPage>
  );
}
