import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import type { SystemStats } from "#shared/insights/operator.ts";
import { Card } from "../../ui/Card.tsx";
import { count, wholeDollars } from "../../ui/format.ts";
import { hrefOf, type TabId } from "../tabs.ts";

type Figure = { name: string; value: string; beside?: string; note?: string; to?: TabId };

function figures(stats: SystemStats | null): Figure[] {
  const n = (value: number | undefined): string => count(value ?? 0);
  return [
    { name: "Active users", value: n(stats?.active_users), to: "users" },
    {
      name: "Active subscriptions",
      value: n(stats?.active_subscriptions),
      note: "Includes trials and subscriptions that are overdue, paused or disputed",
    },
    { name: "Total revenue", value: wholeDollars(stats?.total_revenue ?? 0) },
    {
      name: "Monthly revenue",
      value: wholeDollars(stats?.monthly_revenue ?? 0),
      note: "Payments of the last 30 days, lifetime licenses included, minus their tax, refunds and lost disputes",
    },
    {
      name: "Active seats",
      value: n(stats?.active_seats),
      beside: `of ${n(stats?.total_seats)} ${stats?.total_seats === 1 ? "seat" : "seats"}`,
      to: "keys",
    },
    { name: "Affiliate members", value: n(stats?.affiliate_members), to: "affiliates" },
    { name: "Security alerts", value: n(stats?.security_alerts), to: "security" },
    {
      name: "Users, last 30 days",
      value: `+${n(stats?.users_added)}`,
      beside: `${n(stats?.users_removed)} lost their last license`,
      to: "users",
    },
  ];
}

export function StatsBlock({ stats }: { stats: SystemStats | null }): ReactElement {
  return (
    <Card className="overflow-hidden">
      <h2 className="sr-only">Figures</h2>
      <dl className="-mt-px -ml-px grid grid-cols-2 md:grid-cols-4">
        {figures(stats).map(({ name, value, beside, note, to }) => (
          <div
            key={name}
            className="relative border-t border-l border-line px-4.5 py-3 has-[a:hover]:bg-raised"
          >
            <dt className="text-xs text-quiet">
              {to === undefined ? (
                name
              ) : (
                <Link to={hrefOf(to)} className="after:absolute after:inset-0">
                  {name}
                </Link>
              )}
            </dt>
            <dd className="figures mt-0.5 flex flex-wrap items-baseline gap-x-2 text-lg font-semibold tracking-[-0.015em]">
              {value}
              {beside !== undefined && (
                <span className="text-xs font-normal tracking-normal text-quiet">{beside}</span>
              )}
            </dd>
            {note !== undefined && <dd className="mt-0.5 text-xs text-quiet">{note}</dd>}
          </div>
        ))}
      </dl>
    </Card>
  );
}
