import { type ReactElement, useEffect, useRef, useState } from "react";
import { useRevalidator, useSearchParams } from "react-router-dom";
import { unusualIn } from "#shared/brake.ts";
import { messageOf } from "../../api/ApiError.ts";
import { Button } from "../../ui/Button.tsx";
import { money } from "../../ui/format.ts";
import { toast } from "../../ui/toast.ts";
import { useViewOnly } from "../../ui/ViewOnly.ts";
import { withPage } from "./address.ts";
import { type Bulk, type BulkAction, firstRows, MAX_SELECTED } from "./bulk.ts";
import { ConfirmedAction } from "./ConfirmedAction.tsx";
import { DataTable, type DataTableProps } from "./DataTable.tsx";
import { ExportButton, selectedAsCsv } from "./ExportButton.tsx";
import type { PageEnd } from "./Pager.tsx";

type Failure = { key: string; name: string; reason: string };
/** The rows for which an action failed, and a sentence about the others. */
type Outcome = { view: string; worked: string; failures: readonly Failure[] };

type SelectTableProps<T extends { id: string }> = DataTableProps<T> & {
  bulk: Bulk<T>;
  page?: PageEnd | null;
  /** At first, these rows are selected, and the dialog of the first action is open. */
  offered?: readonly T[] | undefined;
};

/** The selection covers several pages of a view. Another filter or search clears it. */
export function SelectTable<T extends { id: string }>(props: SelectTableProps<T>): ReactElement {
  const { bulk, page, offered, ...table } = props;
  const { total = null, next = null } = page ?? {};
  const { rows } = table;
  const { csv } = bulk;
  const [params] = useSearchParams();
  const view = withPage(params, 1, null).toString();
  const [kept, setKept] = useState<{ view: string; rows: readonly T[]; isAll: boolean } | null>(
    offered === undefined ? null : { view, rows: offered, isAll: true },
  );
  const [isReading, setReading] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [at, setAt] = useState(0);
  const selected = useRef<HTMLSpanElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const beforeTable = useRef<HTMLDivElement>(null);
  const { revalidate } = useRevalidator();
  const isViewOnly = useViewOnly();
  // The button is there from the start only if rows are offered.
  useEffect(() => {
    first.current?.focus();
    first.current?.click();
  }, []);
  const mayMark = (row: T): boolean => csv !== undefined || bulk.actions.some(({ mayRun }) => mayRun(row));
  const open = rows.filter(mayMark);
  const shown = new Map(rows.map((row) => [row.id, row]));
  const chosen = (kept?.view === view ? kept.rows : [])
    .map((row) => shown.get(row.id) ?? row)
    .filter(mayMark);
  const keys = new Set(chosen.map(({ id }) => id));
  const isMarked = (row: T): boolean => keys.has(row.id);
  const elsewhere = chosen.filter((row) => !shown.has(row.id));
  const isPage = open.length > 0 && open.every(isMarked);
  const hasMore = kept?.isAll !== true && (total === null ? next !== null : total > chosen.length);
  const countOf = (count: number): string => `${count} ${bulk.one}${count === 1 ? "" : "s"}`;

  const select = (those: readonly T[], isAll = false): void => {
    setKept({ view, rows: those, isAll });
    setOutcome(null);
  };
  const selectAll = async (pages: NonNullable<Bulk<T>["pages"]>): Promise<void> => {
    setReading(true);
    try {
      select(await firstRows(pages, mayMark), true);
      // The button with the focus disappears.
      selected.current?.focus();
    } catch (error) {
      toast(`Selection failed: ${messageOf(error)}`, "bad");
    } finally {
      setReading(false);
    }
  };
  const clear = (): void => {
    select([]);
    beforeTable.current?.nextElementSibling?.querySelector<HTMLElement>("input:not([disabled]), a")?.focus();
  };
  const run = async (action: BulkAction<T>, those: readonly T[], isStopped: () => boolean): Promise<void> => {
    const failures: Failure[] = [];
    let tried = 0;
    for (const row of those) {
      if (isStopped()) break;
      tried += 1;
      setAt(tried);
      const reason = await action.run(row);
      if (reason !== null) failures.push({ key: row.id, name: bulk.nameOf(row), reason });
    }
    setAt(0);
    // Rows stay selected if they failed, or if the operator stopped the action before them.
    const failed = new Set(failures.map(({ key }) => key));
    select(those.filter((row, index) => index >= tried || failed.has(row.id)));
    const worked = `${action.done} ${countOf(tried - failures.length)}.`;
    if (failures.length === 0) toast(worked, "good");
    else setOutcome({ view, worked, failures });
    await revalidate();
  };

  // Without an export, rows are selected only for changes, which readers may not make.
  if (isViewOnly && csv === undefined) return <DataTable {...table} />;
  return (
    <>
      {chosen.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 text-sm">
          <span ref={selected} tabIndex={-1} className="mr-auto font-medium">
            {chosen.length} selected
          </span>
          {bulk.pages && isPage && hasMore && (
            <Button
              size="small"
              variant="quiet"
              pending={isReading}
              onClick={() => bulk.pages && void selectAll(bulk.pages)}
            >
              {total !== null && total > MAX_SELECTED
                ? `Select the first ${MAX_SELECTED}`
                : `Select all ${total ?? "matches"}`}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={clear}>
            Clear
          </Button>
          {csv && (
            <ExportButton
              plain
              name={csv.list}
              label={`Export ${countOf(chosen.length)}`}
              parts={() => selectedAsCsv(csv, chosen)}
            />
          )}
          {bulk.actions.map((action, index) => {
            const able = chosen.filter(action.mayRun);
            const left = chosen.length - able.length;
            const those = able.filter((row) => !action.whyNot?.(row));
            const blocked = able.filter((row) => !those.includes(row));
            const leftOut = `${countOf(blocked.length)} cannot be ${action.done.toLowerCase()} now`;
            if (those.length === 0) return blocked.length > 0 && <span key={action.label}>{leftOut}</span>;
            return (
              <ConfirmedAction
                key={action.label}
                ref={index === 0 ? first : undefined}
                label={`${action.label} ${countOf(those.length)}`}
                primary={action.danger !== true}
                danger={action.danger === true}
                title={`${action.label} ${countOf(those.length)}?`}
                reach={{ people: those.length, cents: sumOf(those, action.centsOf) }}
                run={(isStopped) => run(action, those, isStopped)}
              >
                {action.explains}
                {action.centsOf && <Money rows={those} centsOf={action.centsOf} nameOf={bulk.nameOf} />}
                {blocked.length > 0 && <p className="mt-3 text-warn-ink">{leftOut}:</p>}
                {blocked.map((row) => (
                  <p key={row.id} className="mt-1 text-warn-ink">
                    {bulk.nameOf(row)}: {action.whyNot?.(row)}
                  </p>
                ))}
                {left > 0 && (
                  <p className="mt-3">
                    {left === 1 ? "1 selected row stays" : `${left} selected rows stay`} unchanged:{" "}
                    {action.skips}
                  </p>
                )}
                {at > 0 && (
                  <p className="mt-3">
                    Working on {at} of {those.length}.
                  </p>
                )}
              </ConfirmedAction>
            );
          })}
        </div>
      )}
      <div ref={beforeTable} role="status">
        {outcome?.view === view && (
          <div className="border-b border-line px-4 py-2 text-sm">
            <p>
              {outcome.worked} {outcome.failures.length} failed:
            </p>
            <ul>
              {outcome.failures.map(({ key, name, reason }) => (
                <li key={key} className="wrap-anywhere text-bad-ink">
                  {name}: {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <DataTable
        {...table}
        marks={{
          isAll: isPage,
          isSome: open.some(isMarked),
          toggleAll: () => select(isPage ? elsewhere : [...elsewhere, ...open]),
          nameOf: bulk.nameOf,
          mayMark,
          isMarked,
          toggle: (row) =>
            select(isMarked(row) ? chosen.filter((other) => other.id !== row.id) : [...chosen, row]),
        }}
      />
    </>
  );
}

const sumOf = <T,>(rows: readonly T[], centsOf: (row: T) => number = () => 0): number =>
  rows.reduce((sum, row) => sum + centsOf(row), 0);

type MoneyProps<T> = { rows: readonly T[]; centsOf: (row: T) => number; nameOf: (row: T) => string };

function Money<T>({ rows, centsOf, nameOf }: MoneyProps<T>): ReactElement {
  const unusual = new Set(unusualIn(rows.map(centsOf)));
  const largest = rows.toSorted((a, b) => centsOf(b) - centsOf(a))[0];
  return (
    <>
      <p className="mt-3">
        {money(sumOf(rows, centsOf))} in total. The largest: {largest && nameOf(largest)}.
      </p>
      {rows
        .filter((row) => unusual.has(centsOf(row)))
        .map((row) => (
          <p key={nameOf(row)} className="mt-2 text-warn-ink">
            Unusual: {nameOf(row)} is more than five times the median of this selection.
          </p>
        ))}
    </>
  );
}
