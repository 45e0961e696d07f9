// Remembers what the operator has just changed. DynamoDB's indexes follow the tables after a moment, so a list that
// is read right after a write may miss the change.

export type Kind =
  | "user"
  | "key"
  | "alert"
  | "affiliate"
  | "payout"
  | "request"
  | "destination"
  | "event"
  | "audit";
type Row = { readonly id: string };

/** `patch`: the changed fields; null if the row left the lists. `isWhole`: the patch is the entire row. */
export type RowChange = { kind: Kind; id: string; patch: object | null; isWhole?: boolean };

export const wholeRow = <T extends Row>(kind: Kind, row: T): RowChange => ({
  kind,
  id: row.id,
  patch: row,
  isWhole: true,
});

/** A read that begins this much later (milliseconds) sees the write. */
export const SETTLED_AFTER = 5_000;

type Fresh = { patch: object | null; isWhole: boolean; at: number };
const changed = new Map<string, Fresh>();
const nameOf = (kind: Kind, id: string): string => `${kind}#${id}`;

export function remember({ kind, id, patch, isWhole = false }: RowChange, now = performance.now()): void {
  const before = changed.get(nameOf(kind, id));
  const isSame = before !== undefined && !isWhole && patch !== null && before.patch !== null;
  changed.set(nameOf(kind, id), {
    patch: isSame ? { ...before.patch, ...patch } : patch,
    isWhole: isSame ? before.isWhole : isWhole,
    at: now,
  });
}

/** For tests. On a page, each change expires after SETTLED_AFTER. */
export const forgetAll = (): void => changed.clear();

export type Listing<T> = {
  kind: Kind;
  /** Whether the filters match a row. */
  belongs: (row: T) => boolean;
  /** When a row was created. Set for the first page of a list with the newest rows on top. */
  madeAt?: ((row: T) => string) | null;
};

/**
 * Applies recent changes to a page: updates rows, removes rows that no longer match the filters, and adds new rows.
 * @param readAt when the page was requested, by `performance.now()`
 */
export function withFresh<T extends Row>(
  rows: readonly T[],
  readAt: number,
  { kind, belongs, madeAt = null }: Listing<T>,
): readonly T[] {
  const shown = rows.flatMap((row) => {
    const now = patched(kind, row, readAt);
    if (now === row) return [row];
    return now !== undefined && belongs(now) ? [now] : [];
  });
  if (madeAt === null) return shown;
  for (const row of addedTo<T>(kind, rows, readAt)) {
    if (!belongs(row)) continue;
    const place = shown.findIndex((other) => madeAt(other) < madeAt(row));
    if (place >= 0) shown.splice(place, 0, row);
    else if (rows.length === 0) shown.push(row);
  }
  return shown;
}

/** Applies a recent change to one row. @returns undefined if the change removed it */
export function patched<T extends Row>(kind: Kind, row: T, readAt: number): T | undefined {
  const fresh = freshOf(kind, row.id, readAt);
  if (fresh === undefined) return row;
  return fresh.patch === null ? undefined : { ...row, ...fresh.patch };
}

/** The whole row from an action's answer, until a later read includes the change. */
export function freshRow<T extends Row>(kind: Kind, id: string, readAt: number): T | undefined {
  const fresh = freshOf(kind, id, readAt);
  return fresh?.isWhole ? (fresh.patch as T) : undefined;
}

function freshOf(kind: Kind, id: string, readAt: number): Fresh | undefined {
  const fresh = changed.get(nameOf(kind, id));
  return fresh !== undefined && readAt < fresh.at + SETTLED_AFTER ? fresh : undefined;
}

function addedTo<T extends Row>(kind: Kind, rows: readonly T[], readAt: number): T[] {
  const known = new Set(rows.map(({ id }) => nameOf(kind, id)));
  return [...changed.keys()].flatMap((name) => {
    if (!name.startsWith(`${kind}#`) || known.has(name)) return [];
    const row = freshRow<T>(kind, name.slice(kind.length + 1), readAt);
    return row === undefined ? [] : [row];
  });
}
