import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import type { getLatest } from "#shared/insights/operator.ts";
import type { Recent, RecentKind } from "#shared/insights/recent.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";
import { money } from "../../ui/format.ts";
import { Ago } from "../kit/Ago.tsx";
import type { Read } from "../kit/read.ts";
import { customerHref, hrefOf } from "../tabs.ts";

const WORDS: Readonly<Record<RecentKind, string>> = {
  signup: "New account",
  purchase: "Payment",
  key: "License key assigned",
  partner: "New affiliate",
  payout: "Payout transferred",
  alert: "Security alert",
};

/** Leaves out clicks, because they have a separate page. */
export function LatestActivity({ latest }: { latest: Read<Output<typeof getLatest>> }): ReactElement {
  const events = latest.value?.events ?? [];
  return (
    <Card className="flex flex-col p-4.5">
      <div className="flex items-baseline justify-between">
        <CardTitle>Latest activity</CardTitle>
        <Link
          to={hrefOf("activity")}
          className="rounded-small text-sm text-quiet underline-offset-2 hover:text-ink hover:underline"
        >
          Clicks
        </Link>
      </div>
      <ul className="mt-2 divide-y divide-line text-sm">
        {latest.failure !== null && <li className="py-2 text-bad-ink">{latest.failure}</li>}
        {latest.failure === null && events.length === 0 && (
          <li className="py-2 text-quiet">Nothing has happened yet.</li>
        )}
        {events.map((event) => (
          <li key={event.id} className="flex items-baseline gap-3 py-1.5">
            <span
              aria-hidden="true"
              className={cx(
                "size-1.5 shrink-0 -translate-y-px rounded-full",
                event.kind === "alert" ? "bg-bad" : event.kind === "purchase" ? "bg-good" : "bg-edge",
              )}
            />
            <span className="min-w-0 flex-1 truncate">
              <Named event={event} />
            </span>
            <Ago at={event.at} className="shrink-0 text-xs text-quiet" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Named({ event: { kind, user_id, amount_cents, currency } }: { event: Recent }): ReactElement {
  const text = `${WORDS[kind]}${amount_cents === null ? "" : `, ${money(amount_cents, currency ?? "usd")}`}`;
  if (user_id === null) return <>{text}</>;
  return (
    <Link
      to={customerHref(user_id)}
      className="rounded-small underline-offset-2 hover:underline focus-visible:underline"
    >
      {text}
    </Link>
  );
}
