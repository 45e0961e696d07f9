import type { ReactElement, ReactNode } from "react";
import { type Column, DataTable } from "./DataTable.tsx";
import { ListPage } from "./ListPage.tsx";
import { Pager } from "./Pager.tsx";
import { SIZE } from "./query.ts";
import { useOpenRow } from "./useOpenRow.ts";

type ListTabProps<T> = {
  label: string;
  columns: readonly Column<T>[];
  /** Null where it could not be read; `failure` says why. */
  page: { rows: readonly T[]; total: number | null; next: string | null } | null;
  failure: string | null;
  empty: string;
  keyOf: (row: T) => string;
  /** One row by its id, wherever in the list it stands. */
  find: (id: string) => Promise<T | undefined>;
  panel: (row: T) => ReactNode;
  toolbar?: ReactNode;
  children?: ReactNode;
};

const NONE: readonly never[] = [];

/** A tab that is one list: its tools, its table, its pages, and the panel of the row that is open. */
export function ListTab<T>(props: ListTabProps<T>): ReactElement {
  const { label, columns, page, failure, empty, keyOf, find, panel, toolbar, children } = props;
  const rows = page?.rows ?? NONE;
  const open = useOpenRow(rows, keyOf, find);
  return (
    <ListPage toolbar={toolbar} panel={open !== undefined && panel(open)}>
      <DataTable label={label} columns={columns} rows={rows} keyOf={keyOf} failure={failure} empty={empty} />
      <Pager shown={rows.length} size={SIZE} total={page?.total ?? null} next={page?.next ?? null} />
      {children}
    </ListPage>
  );
}
