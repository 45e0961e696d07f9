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

type Query = Omit<Request<typeof listMoves>, "group" | "kind" | "cursor">;

const MAX_PAGES = 8;
const SHOWN = 4;
const LINK = "rounded-small text-signal-ink hover:underline";

/** Newest first. */
export const readChurns = (query: Query, signal: AbortSignal): Promise<MoveRow[]> =>
  firstPages(MAX_PAGES, (cursor) =>
    call(listMoves, { ...query, group: "mrr", kind: "churn", cursor }, { signal }),
  );

const reasonOf = ({ reason }: MoveRow): string => (reason === undefined ? "No reason" : words(reason));

const byReason = (rows: readonly MoveRow[]): string =>
  [...Map.groupBy(rows, reasonOf)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, of]) => `${reason} × ${count(of.length)}`)
    .join(", ");

/** `to`: the address of the page with all churned customers. */
type LeftProps = { churns: readonly MoveRow[] | null; total: number; to: string };

export function Left({ churns, total, to }: LeftProps): ReactElement {
  const rows = churns ?? [];
  return (
    <Card className="min-w-0 p-4.5">
      <div className="flex items-baseline justify-between gap-3">
        <CardTitle>Who left</CardTitle>
        {rows.length > 0 && (
          <Link to={to} className={`text-sm ${LINK}`}>
            All {count(total)}
          </Link>
        )}
      </div>
      <p className="mt-1 text-sm text-quiet">
        {churns === null
          ? "The customers who left could not be loaded."
          : rows.length === 0
            ? "Nobody left in this period."
            : `${rows.length < total ? `Of the latest ${count(rows.length)}: ` : ""}${byReason(rows)}`}
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
