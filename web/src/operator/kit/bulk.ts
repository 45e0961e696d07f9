import type { ReactNode } from "react";
import type { PageExport } from "#shared/insights/operator.ts";

/** An action on many rows. Calls the server for each row in turn. */
export type BulkAction<T> = {
  label: string;
  /** The verb for rows that worked, such as "Replayed". */
  done: string;
  danger?: boolean;
  explains: ReactNode;
  /** Why the action skips some selected rows. */
  skips?: string;
  mayRun: (row: T) => boolean;
  /** Why the action leaves out a selected row that it could otherwise change; null if it includes the row. */
  whyNot?: (row: T) => string | null;
  /** The amount that the action moves for a row, if any. */
  centsOf?: (row: T) => number;
  /** @returns why it failed; null if it worked */
  run: (row: T) => Promise<string | null>;
};

export type Bulk<T> = {
  /** The noun for one row, such as "event". */
  one: string;
  nameOf: (row: T) => string;
  actions: readonly BulkAction<T>[];
  csv?: SelectedCsv<T>;
  /** Reads any page of the view, so that all its rows can be selected. */
  pages?: Pages<T>;
};
type Pages<T> = (cursor: string | undefined) => Promise<{ rows: readonly T[]; next: string | null }>;

/** Each row takes a call, and a longer run could outlast the recent sign-in that some calls require. */
export const MAX_SELECTED = 200;

/** The first MAX_SELECTED rows to which the action or export may apply. */
export async function firstRows<T extends { id: string }>(
  pages: Pages<T>,
  mayMark: (row: T) => boolean,
): Promise<T[]> {
  const found = new Map<string, T>();
  for (let cursor: string | null | undefined; cursor !== null && found.size < MAX_SELECTED; ) {
    const page = await pages(cursor);
    for (const row of page.rows.filter(mayMark)) found.set(row.id, row);
    cursor = page.next;
  }
  return [...found.values()].slice(0, MAX_SELECTED);
}

/** @property list the name of the export in the audit log, and of its file */
export type SelectedCsv<T> = { list: PageExport; columns: readonly (keyof T & string)[] };
