import type { Output, Request } from "#shared/endpoint.ts";
import { listMoves, type MoveRow } from "#shared/insights/growth.ts";
import { call } from "../../api/call.ts";
import { words } from "../../ui/format.ts";

/** Newest first. `isWhole`: false if the period has more rows. */
export type Churns = { rows: readonly MoveRow[]; isWhole: boolean };
type Query = Omit<Request<typeof listMoves>, "group" | "kind" | "cursor">;

const MAX_PAGES = 8;

export async function readChurns(query: Query, signal: AbortSignal): Promise<Churns> {
  const rows: MoveRow[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < MAX_PAGES; read += 1) {
    const page: Output<typeof listMoves> = await call(
      listMoves,
      { ...query, group: "mrr", kind: "churn", cursor },
      { signal },
    );
    rows.push(...page.rows);
    if (page.next === null) return { rows, isWhole: true };
    cursor = page.next;
  }
  return { rows, isWhole: false };
}

export const reasonOf = ({ reason }: MoveRow): string => (reason === undefined ? "No reason" : words(reason));

/** How often each reason was given, the most frequent first. */
export const byReason = (rows: readonly MoveRow[]): [reason: string, times: number][] =>
  [...Map.groupBy(rows, reasonOf)]
    .map(([reason, of]): [string, number] => [reason, of.length])
    .sort(([, a], [, b]) => b - a);
