import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { freshRow, type Kind, patched } from "../data/fresh.ts";
import { read } from "./read.ts";

/**
 * Returns the row that the address opens. Requests the row by its id if the list lacks it. Undefined until the row
 * arrives, or if no such row exists.
 * @param fresh finds a row that an action has just changed and the filters no longer match
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: requested with each read of the list, not with each render
  useEffect(() => {
    if (wanted === null) return undefined;
    let stillWanted = true;
    void read(() => find(wanted), "Failed to fetch the linked row").then(({ value, at }) => {
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
