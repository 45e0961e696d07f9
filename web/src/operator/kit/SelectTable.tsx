import { type ReactElement, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { Button } from "../../ui/Button.tsx";
import { type Bulk, type BulkAction, phraseOf } from "./bulk.ts";
import { ConfirmedAction } from "./ConfirmedAction.tsx";
import { DataTable, type DataTableProps } from "./DataTable.tsx";
import { SelectedExport } from "./ExportButton.tsx";

type Failure = { key: string; name: string; reason: string };
type Outcome = { action: string; worked: number; failures: readonly Failure[] };

/** A table whose rows can be selected, and the bar that acts on those selected. */
export function SelectTable<T>({ bulk, ...table }: DataTableProps<T> & { bulk: Bulk<T> }): ReactElement {
  const { rows, keyOf } = table;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [at, setAt] = useState(0);
  const { revalidate } = useRevalidator();
  const mayMark = (row: T): boolean =>
    bulk.csv !== undefined || bulk.actions.some(({ mayRun }) => mayRun(row));
  const open = rows.filter(mayMark);
  const chosen = open.filter((row) => selected.has(keyOf(row)));
  const countOf = (count: number): string => phraseOf(bulk, count);

  const select = (those: readonly T[]): void => {
    setSelected(new Set(those.map(keyOf)));
    setOutcome(null);
  };
  const run = async (action: BulkAction<T>, those: readonly T[]): Promise<void> => {
    const failures: Failure[] = [];
    for (const [index, row] of those.entries()) {
      setAt(index + 1);
      const reason = await action.run(row);
      if (reason !== null) failures.push({ key: keyOf(row), name: bulk.nameOf(row), reason });
    }
    setAt(0);
    // Those that failed stay selected, for another try.
    setSelected(new Set(failures.map(({ key }) => key)));
    setOutcome({ action: action.done, worked: those.length - failures.length, failures });
    await revalidate();
  };

  return (
    <>
      {chosen.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 text-sm">
          <span className="mr-auto font-medium">{chosen.length} selected</span>
          <Button size="small" variant="quiet" onClick={() => select([])}>
            Clear
          </Button>
          {bulk.csv && (
            <SelectedExport csv={bulk.csv} rows={chosen} label={`Export ${countOf(chosen.length)}`} />
          )}
          {bulk.actions.map((action) => {
            const those = chosen.filter(action.mayRun);
            const left = chosen.length - those.length;
            if (those.length === 0) return null;
            return (
              <ConfirmedAction
                key={action.label}
                label={`${action.label} ${countOf(those.length)}`}
                primary={action.danger !== true}
                danger={action.danger === true}
                title={`${action.label} ${countOf(those.length)}?`}
                run={() => run(action, those)}
              >
                {action.explains}
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
      <div role="status">
        {outcome !== null && (
          <div className="border-b border-line px-4 py-2 text-sm">
            <p>
              {outcome.action} {countOf(outcome.worked)}.
              {outcome.failures.length > 0 && ` ${outcome.failures.length} failed:`}
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
          isAll: open.length > 0 && chosen.length === open.length,
          isSome: chosen.length > 0,
          toggleAll: () => select(chosen.length === open.length ? [] : open),
          nameOf: bulk.nameOf,
          mayMark,
          isMarked: (row) => chosen.includes(row),
          toggle: (row) =>
            select(chosen.includes(row) ? chosen.filter((other) => other !== row) : [...chosen, row]),
        }}
      />
    </>
  );
}
