import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { freshRow, type Kind, patched } from "../data/fresh.ts";
import { read } from "./read.ts";

/**
 * The row that the address says is open. A link is a view: where the row stands on no page that is shown, it is
 * asked for by its id. Undefined while it is on its way, and where there is no such row.
 * @param rows what the list shows
 * @param fresh how a row is found that an action has just changed, and that the filters no longer leave
 * @param find asks for one row by its id
 */
export function useOpenRow<T extends { id: string }>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  find: (id: string) => Promise<T | undefined>,
  fresh: { kind: Kind; readAt: number; idOf?: (open: string) => string },
): T | undefined {
  const [params] = useSearchParams();
  const open = params.get("open");
  const [elsewhere, setElsewhere] = useState<{ id: string; row: T | undefined; at: number } | null>(null);
  const { kind, readAt, idOf = (id) => id } = fresh;
  const shown = open === null ? undefined : rows.find((row) => keyOf(row) === open);
  const wanted = open !== null && shown === undefined ? open : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with each reading of the list, and not with each drawing
  useEffect(() => {
    if (wanted === null) return undefined;
    let stillWanted = true;
    void read(() => find(wanted), "Failed to fetch what is linked").then(({ value, at }) => {
      if (stillWanted) setElsewhere({ id: wanted, row: value ?? undefined, at });
    });
    return () => {
      stillWanted = false;
    };
  }, [wanted, readAt]);

  const changed = open === null ? undefined : freshRow<T>(kind, idOf(open), readAt);
  const linked = elsewhere?.id === wanted ? elsewhere?.row : undefined;
  return shown ?? changed ?? (linked && patched(kind, linked, elsewhere?.at ?? 0));
}
