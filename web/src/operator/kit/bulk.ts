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
  /** The amount that the action moves for a row, if any. */
  centsOf?: (row: T) => number;
  /** @returns why it failed; null if it worked */
  run: (row: T) => Promise<string | null>;
};

export type Bulk<T> = {
  /** The noun for one row and for many, such as "event" and "events". */
  one: string;
  many: string;
  nameOf: (row: T) => string;
  actions: readonly BulkAction<T>[];
  csv?: SelectedCsv<T>;
  /** Reads any page of the view, so that all its rows can be selected. */
  pages?: (cursor: string | undefined) => Promise<{ rows: readonly T[]; next: string | null }>;
};

/** @property list the name of the export in the audit log, and of its file */
export type SelectedCsv<T> = { list: PageExport; columns: readonly (keyof T & string)[] };

/** The rows in words, such as "3 events". */
export const phraseOf = ({ one, many }: { one: string; many: string }, count: number): string =>
  `${count} ${count === 1 ? one : many}`;
