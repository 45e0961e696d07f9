import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { count } from "../../ui/format.ts";
import { Ago } from "../kit/Ago.tsx";
import { customerHref } from "../tabs.ts";
import { byReason, type Churns, reasonOf } from "./churns.ts";

const SHOWN = 4;
const LINK = "rounded-small text-signal-ink hover:underline";

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
