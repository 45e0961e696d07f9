import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { read } from "./read.ts";

/**
 * The row that the address says is open. A link is a view: where the row stands on no page that is shown, it is
 * asked for by its id. Undefined while it is on its way, and where there is no such row.
 * @param rows what the list shows
 * @param find asks for one row by its id
 */
export function useOpenRow<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  find: (id: string) => Promise<T | undefined>,
): T | undefined {
  const [params] = useSearchParams();
  const open = params.get("open");
  const [elsewhere, setElsewhere] = useState<{ id: string; row: T | undefined } | null>(null);
  const shown = open === null ? undefined : rows.find((row) => keyOf(row) === open);
  const wanted = open !== null && shown === undefined ? open : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with each reading of the list, and not with each drawing
  useEffect(() => {
    if (wanted === null) return undefined;
    let stillWanted = true;
    void read(() => find(wanted), "Failed to fetch what is linked").then(({ value }) => {
      if (stillWanted) setElsewhere({ id: wanted, row: value ?? undefined });
    });
    return () => {
      stillWanted = false;
    };
  }, [wanted, rows]);

  return shown ?? (elsewhere?.id === wanted ? elsewhere?.row : undefined);
}
