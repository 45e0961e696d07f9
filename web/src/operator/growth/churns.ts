import type { Request } from "#shared/endpoint.ts";
import { listMoves, type MoveRow } from "#shared/insights/growth.ts";
import { call } from "../../api/call.ts";
import { firstPages } from "../../api/firstPages.ts";
import { words } from "../../ui/format.ts";

/** Newest first. `isWhole`: false if the period has more rows. */
export type Churns = { rows: readonly MoveRow[]; isWhole: boolean };
type Query = Omit<Request<typeof listMoves>, "group" | "kind" | "cursor">;

const MAX_PAGES = 8;

export const readChurns = (query: Query, signal: AbortSignal): Promise<Churns> =>
  firstPages(MAX_PAGES, (cursor) =>
    call(listMoves, { ...query, group: "mrr", kind: "churn", cursor }, { signal }),
  );

export const reasonOf = ({ reason }: MoveRow): string => (reason === undefined ? "No reason" : words(reason));

/** How often each reason was given, the most frequent first. */
export const byReason = (rows: readonly MoveRow[]): [reason: string, times: number][] =>
  [...Map.groupBy(rows, reasonOf)]
    .map(([reason, of]): [string, number] => [reason, of.length])
    .sort(([, a], [, b]) => b - a);
