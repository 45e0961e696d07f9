import type { ReactElement, ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/Icon.tsx";
import { idOf, withFilter, withParam } from "./address.ts";
import { SEARCH } from "./searches.ts";
import { TryAgain } from "./TryAgain.tsx";

/** A value in the CSV export. */
export type Cell = string | number | boolean | null;

export type Column<T> = {
  id: string;
  head: string;
  cell: (row: T) => ReactNode;
  /** Without `csv`, the export omits the column. */
  csv?: (row: T) => Cell;
  /** Aligns the column to the right, for figures. */
  end?: boolean;
  /**
   * The minimum table width that shows the column. If rows open a side panel, it shows every value. The first column
   * opens the row and always shows.
   */
  from?: keyof typeof ROOM;
  /** Takes the remaining width; set for one column. Long text is cut, or wraps if `wrap` is set. */
  grow?: boolean;
  /** Wraps long text, if necessary within a word. */
  wrap?: boolean;
  /** Keeps a share of the table's width and cuts longer text, so that no text widens the table. */
  cut?: keyof typeof CUT;
  /** The column's `sort` value in the address. */
  sort?: string;
  /** What the figure counts, as the heading's tooltip. */
  hint?: string;
};

const ROOM = {
  sm: "hidden @sm:table-cell",
  md: "hidden @lg:table-cell",
  lg: "hidden @3xl:table-cell",
  xl: "hidden @min-[60rem]:table-cell",
  xxl: "hidden @min-[76rem]:table-cell",
} as const;

const CUT = {
  narrow: "max-w-0 min-w-[12cqi] truncate",
  wide: "max-w-0 min-w-[40cqi] truncate @lg:min-w-[24cqi]",
} as const;

type Marks<T> = {
  isAll: boolean;
  isSome: boolean;
  toggleAll: () => void;
  nameOf: (row: T) => string;
  mayMark: (row: T) => boolean;
  isMarked: (row: T) => boolean;
  toggle: (row: T) => void;
};

export type DataTableProps<T extends { id: string }> = {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  /** The row's name in the address; default: its id. */
  keyOf?: (row: T) => string;
  /** Shown in place of the rows. */
  failure?: string | null;
  empty: string;
  /** True: rows open in the side panel. A function: rows lead to a page. Default: rows open nothing. */
  opens?: boolean | ((row: T) => string);
  marks?: Marks<T>;
};

/** A dense table with a sticky head. Rows are 36 px high and can open in the side panel or on their page. */
export function DataTable<T extends { id: string }>(props: DataTableProps<T>): ReactElement {
  const { label, columns, rows, keyOf = idOf, failure = null, empty, opens = false, marks } = props;
  const [params] = useSearchParams();
  const open = params.get("open");
  return (
    <div className="@container">
      <table aria-label={label} className="w-full text-sm">
        <thead>
          <tr>
            {marks && (
              <th scope="col" className={cx(MARK, HEAD)}>
                <Mark
                  label="Select all on this page"
                  checked={marks.isAll}
                  mixed={marks.isSome && !marks.isAll}
                  disabled={!rows.some(marks.mayMark)}
                  onToggle={marks.toggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} params={params} />
            ))}
          </tr>
        </thead>
        <tbody>
          {(failure !== null || rows.length === 0) && (
            <tr>
              <td
                colSpan={columns.length + (marks ? 1 : 0)}
                className="border-t border-line px-4 py-12 text-center text-quiet"
              >
                {failure === null ? (
                  empty
                ) : (
                  <div role="alert">
                    <p className="font-medium text-bad-ink">{failure}</p>
                    <TryAgain className="mt-3" />
                  </div>
                )}
              </td>
            </tr>
          )}
          {failure === null &&
            rows.map((row) => {
              const id = keyOf(row);
              return (
                <tr
                  key={id}
                  aria-current={opens === true && open === id ? "true" : undefined}
                  className={cx(
                    "relative h-9 transition-colors has-[a[data-row]:focus-visible]:bg-raised",
                    opens !== false && "hover:bg-raised",
                    opens === true && open === id && "bg-signal-soft!",
                  )}
                >
                  {marks && (
                    <td className={cx(MARK, "border-t")}>
                      <Mark
                        label={`Select ${marks.nameOf(row)}`}
                        checked={marks.isMarked(row)}
                        disabled={!marks.mayMark(row)}
                        onToggle={() => marks.toggle(row)}
                      />
                    </td>
                  )}
                  {columns.map((column, at) => (
                    <td key={column.id} className={cellClass(column)}>
                      {at === 0 && opens !== false ? (
                        <Link
                          to={
                            typeof opens === "function"
                              ? opens(row)
                              : { search: withParam(params, "open", id).toString() }
                          }
                          preventScrollReset={opens === true}
                          data-row={id}
                          className="rounded-small after:absolute after:inset-0 focus-visible:outline-offset-1"
                        >
                          {column.cell(row)}
                        </Link>
                      ) : (
                        column.cell(row)
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
        </tbody>
      </table>
    </div>
  );
}

const MARK = "w-9 border-line pl-3 [tbody_tr:first-child>&]:border-t-transparent";
const HEAD =
  "sticky top-14 z-10 h-9 border-t-0! bg-surface text-xs font-medium text-quiet shadow-[inset_0_-1px_0_var(--line)] lg:top-0";

function cellClass<T>({ end, from, grow, wrap, cut }: Column<T>): string {
  return cx(
    "border-t border-line px-2 py-1.5 @min-[70rem]:px-3 first:pl-4 last:pr-4 [tbody_tr:first-child>&]:border-t-transparent",
    end ? "figures text-right whitespace-nowrap" : "text-left",
    // On very wide tables, columns share the room.
    grow && "w-full @min-[80rem]:w-auto @min-[80rem]:max-w-96",
    // Without a minimum width, growing columns would squeeze wrapped columns to one letter per line.
    wrap && "min-w-24 wrap-anywhere @lg:min-w-40 @3xl:min-w-44",
    grow && !wrap && "max-w-0 truncate @lg:min-w-28",
    cut !== undefined && CUT[cut],
    !grow && !wrap && "whitespace-nowrap",
    from !== undefined && ROOM[from],
  );
}

function Head<T>({ column, params }: { column: Column<T>; params: URLSearchParams }): ReactElement {
  // Search results keep the search's order.
  const sort = params.has(SEARCH) ? undefined : column.sort;
  const sorted = sort !== undefined && params.get("sort") === sort;
  const descending = params.get("order") !== "asc";
  const order = withParam(params, "order", sorted && descending ? "asc" : null);
  // Columns of buttons have no heading.
  if (column.head === "") return <td className={cx(cellClass(column), HEAD)} />;
  return (
    <th
      scope="col"
      title={column.hint}
      aria-sort={sort === undefined ? undefined : sorted ? (descending ? "descending" : "ascending") : "none"}
      className={cx(cellClass(column), HEAD)}
    >
      {sort === undefined ? (
        column.head
      ) : (
        <Link
          to={{ search: withFilter(order, "sort", sort).toString() }}
          preventScrollReset
          className="inline-flex items-center gap-1 rounded-small hover:text-ink @max-lg:underline"
        >
          {column.head}
          <Icon
            name={sorted ? "chevronDown" : "upAndDown"}
            // Narrow tables have no room for this icon.
            className={cx("size-3", sorted ? !descending && "rotate-180" : "@max-lg:hidden")}
          />
        </Link>
      )}
    </th>
  );
}

type MarkProps = {
  label: string;
  checked: boolean;
  mixed?: boolean;
  disabled: boolean;
  onToggle: () => void;
};

/** A checkbox above the row's link, because the link covers the row. */
function Mark({ label, checked, mixed = false, disabled, onToggle }: MarkProps): ReactElement {
  return (
    <label className="relative z-1 -ml-1 grid size-6 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        checked={checked}
        disabled={disabled}
        onChange={onToggle}
        className="size-4 accent-ink"
      />
    </label>
  );
}
