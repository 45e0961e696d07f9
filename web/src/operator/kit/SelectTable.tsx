import { type ReactElement, type ReactNode, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { Button } from "../../ui/Button.tsx";
import { ConfirmedAction } from "./ConfirmedAction.tsx";
import { DataTable, type DataTableProps } from "./DataTable.tsx";

/** One action on many rows, which calls the server for each, from the first to the last. */
export type BulkAction<T> = {
  label: string;
  /** "event", "events": what the rows are. */
  one: string;
  many: string;
  /** "Replayed": begins the sentence about the rows that worked. */
  done: string;
  explains: ReactNode;
  mayRun: (row: T) => boolean;
  nameOf: (row: T) => string;
  /** @returns why the row failed; null if it worked */
  run: (row: T) => Promise<string | null>;
};

type Failure = { key: string; name: string; reason: string };
type Outcome = { worked: number; failures: readonly Failure[] };

/** A table whose rows can be selected, and the bar that acts on those selected. */
export function SelectTable<T>({
  bulk,
  ...table
}: DataTableProps<T> & { bulk: BulkAction<T> }): ReactElement {
  const { rows, keyOf } = table;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [at, setAt] = useState(0);
  const { revalidate } = useRevalidator();
  const open = rows.filter(bulk.mayRun);
  const chosen = open.filter((row) => selected.has(keyOf(row)));
  const countOf = (count: number): string => `${count} ${count === 1 ? bulk.one : bulk.many}`;

  const select = (those: readonly T[]): void => {
    setSelected(new Set(those.map(keyOf)));
    setOutcome(null);
  };
  const run = async (): Promise<void> => {
    const failures: Failure[] = [];
    for (const [index, row] of chosen.entries()) {
      setAt(index + 1);
      const reason = await bulk.run(row);
      if (reason !== null) failures.push({ key: keyOf(row), name: bulk.nameOf(row), reason });
    }
    setAt(0);
    // Those that failed stay selected, for another try.
    setSelected(new Set(failures.map(({ key }) => key)));
    setOutcome({ worked: chosen.length - failures.length, failures });
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
          <ConfirmedAction
            label={`${bulk.label} ${countOf(chosen.length)}`}
            primary
            title={`${bulk.label} ${countOf(chosen.length)}?`}
            run={run}
          >
            {bulk.explains}
            {at > 0 && ` Working on ${at} of ${chosen.length}.`}
          </ConfirmedAction>
        </div>
      )}
      <div role="status">
        {outcome !== null && (
          <div className="border-b border-line px-4 py-2 text-sm">
            <p>
              {bulk.done} {countOf(outcome.worked)}.
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
          mayMark: bulk.mayRun,
          isMarked: (row) => chosen.includes(row),
          toggle: (row) =>
            select(chosen.includes(row) ? chosen.filter((other) => other !== row) : [...chosen, row]),
        }}
      />
    </>
  );
}
