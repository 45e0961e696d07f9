import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import type { ActivityEntry } from "#shared/affiliates/activity.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";
import { ago, moment, money } from "../kit/format.ts";
import { hrefOf } from "../tabs.ts";
import type { OverviewData } from "./loader.ts";

const SHOWN = 8;

export function LatestActivity({ page }: { page: OverviewData["activity"] }): ReactElement {
  const entries = page.value?.logs.slice(0, SHOWN) ?? [];
  return (
    <Card className="flex flex-col p-4.5">
      <div className="flex items-baseline justify-between">
        <CardTitle>Latest activity</CardTitle>
        <Link
          to={hrefOf("activity")}
          className="rounded-small text-sm text-quiet underline-offset-2 hover:text-ink hover:underline"
        >
          All
        </Link>
      </div>
      <ul className="mt-2 divide-y divide-line text-sm">
        {page.failure !== null && <li className="py-2 text-bad-ink">{page.failure}</li>}
        {page.failure === null && entries.length === 0 && (
          <li className="py-2 text-quiet">No click and no conversion yet.</li>
        )}
        {entries.map((entry) => (
          <li key={entry.id} className="flex items-baseline gap-3 py-1.5">
            <span
              aria-hidden="true"
              className={cx(
                "size-1.5 shrink-0 -translate-y-px rounded-full",
                entry.status === "fail" ? "bg-bad" : entry.type === "conversion" ? "bg-good" : "bg-edge",
              )}
            />
            <span className="min-w-0 flex-1 truncate">{wordsOf(entry)}</span>
            <time dateTime={entry.ts} title={moment(entry.ts)} className="shrink-0 text-xs text-quiet">
              {ago(entry.ts)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function wordsOf(entry: ActivityEntry): string {
  if (entry.type === "conversion") return `Conversion, ${money(entry.amount_cents, entry.currency)}`;
  const from = entry.referrer ?? "a direct link";
  return `${entry.is_bot ? "Bot's click" : "Click"} from ${from}`;
}
