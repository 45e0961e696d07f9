import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import type { Request } from "#shared/endpoint.ts";
import { listMoves, type MoveRow } from "#shared/insights/growth.ts";
import { call } from "../../api/call.ts";
import { firstPages } from "../../api/firstPages.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { count, words } from "../../ui/format.ts";
import { Ago } from "../kit/Ago.tsx";
import { customerHref } from "../tabs.ts";

/** Newest first. `isWhole`: false if the period has more rows. */
export type Churns = { rows: readonly MoveRow[]; isWhole: boolean };
type Query = Omit<Request<typeof listMoves>, "group" | "kind" | "cursor">;

const MAX_PAGES = 8;
const SHOWN = 4;
const LINK = "rounded-small text-signal-ink hover:underline";

export const readChurns = (query: Query, signal: AbortSignal): Promise<Churns> =>
  firstPages(MAX_PAGES, (cursor) =>
    call(listMoves, { ...query, group: "mrr", kind: "churn", cursor }, { signal }),
  );

const reasonOf = ({ reason }: MoveRow): string => (reason === undefined ? "No reason" : words(reason));

/** How often each reason was given, the most frequent first. */
const byReason = (rows: readonly MoveRow[]): [reason: string, times: number][] =>
  [...Map.groupBy(rows, reasonOf)]
    .map(([reason, of]): [string, number] => [reason, of.length])
    .sort(([, a], [, b]) => b - a);

/** @param to the address of the page with all rows */
export function Left({ churns, to }: { churns: Churns | null; to: string }): ReactElement {
  const { rows = [], isWhole = true } = churns ?? {};
  return (
    <Card className="min-w-0 p-4.5">
      <div className="flex items-baseline justify-between gap-3">
        <CardTitle>Who left</CardTitle>
        {rows.length > 0 && (
          <Link to={to} className={`text-sm ${LINK}`}>
            {isWhole ? `All ${count(rows.length)}` : `More than ${count(rows.length)}`}
          </Link>
        )}
      </div>
      <p className="mt-1 text-sm text-quiet">
        {churns === null
          ? "The customers who left could not be loaded."
          : rows.length === 0
            ? "Nobody left in this period."
            : byReason(rows)
                .map(([reason, times]) => `${reason} × ${count(times)}`)
                .join(", ")}
      </p>
      <ul className="mt-2 divide-y divide-line text-sm">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.id} className="flex items-baseline gap-3 py-1.5">
            <Link to={customerHref(row.user_id)} className={`min-w-0 flex-1 truncate ${LINK}`}>
              {row.user_email ?? "Deleted account"}
            </Link>
            <span className="text-quiet">{reasonOf(row)}</span>
            <Ago at={row.at} className="shrink-0 text-xs text-quiet" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
