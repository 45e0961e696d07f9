import type { ReactNode } from "react";
import type { PageExport } from "#shared/insights/operator.ts";

/** One action on many rows, which calls the server for each, from the first to the last. */
export type BulkAction<T> = {
  label: string;
  /** "Replayed": begins the sentence about the rows that worked. */
  done: string;
  danger?: boolean;
  explains: ReactNode;
  /** Why the action leaves out a row that is selected. */
  skips?: string;
  mayRun: (row: T) => boolean;
  /** What it moves for a row, where it moves money. */
  centsOf?: (row: T) => number;
  /** @returns why the row failed; null if it worked */
  run: (row: T) => Promise<string | null>;
};

/** What can be done with the rows that are selected. */
export type Bulk<T> = {
  /** "event", "events": what the rows are. */
  one: string;
  many: string;
  nameOf: (row: T) => string;
  actions: readonly BulkAction<T>[];
  /** How those selected are exported. */
  csv?: SelectedCsv<T>;
};

/** @property list what the audit log calls the export, and the name of the file */
export type SelectedCsv<T> = { list: PageExport; columns: readonly (keyof T & string)[] };

/** "3 events" */
export const phraseOf = ({ one, many }: { one: string; many: string }, count: number): string =>
  `${count} ${count === 1 ? one : many}`;
