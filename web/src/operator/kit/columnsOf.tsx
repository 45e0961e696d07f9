import type { ReactElement, ReactNode } from "react";
import type { Cell, Column } from "./DataTable.tsx";

type CellsOf<T> = { [K in keyof T & string]: T[K] extends Cell | undefined ? K : never }[keyof T & string];

type Options<T, V> = Omit<Column<T>, "id" | "head" | "cell" | "csv"> & {
  /** How the table shows a value; default: as it is. */
  show?: (value: NonNullable<V>) => ReactNode;
  /** Shown if there is no value; default: a dash. */
  none?: string;
};

/** For columns that show one field of a row. The CSV export has the field as it is. */
export const columnsOf =
  <T,>() =>
  <K extends CellsOf<T>>(id: K, head: string, options: Options<T, T[K]> = {}): Column<T> => {
    const { show = (value): ReactNode => String(value), none = "—", ...layout } = options;
    return {
      id,
      head,
      cell: ({ [id]: value }) => (value == null ? none : show(value)),
      csv: ({ [id]: value }) => value as Cell,
      ...layout,
    };
  };

export const mono = (text: string): ReactElement => <code className="font-mono text-xs">{text}</code>;
