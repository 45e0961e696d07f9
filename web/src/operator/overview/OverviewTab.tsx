import type { ReactElement } from "react";
import { useLoaderData } from "react-router-dom";
import { count, money } from "../kit/format.ts";
import { LatestActivity } from "./LatestActivity.tsx";
import { loadOverview, type OverviewData } from "./loader.ts";
import { RevenueBars } from "./RevenueBars.tsx";
import { StatsBlock } from "./StatsBlock.tsx";
import { TrendTile } from "./TrendTile.tsx";

export const loader = loadOverview;

/** Every figure is kept by what happened; where one could not be had, zeros are shown. */
export function Component(): ReactElement {
  const { stats, trends, latest } = useLoaderData<OverviewData>();
  const { clicks = [], conversions = [], commissions = [], totals } = trends.value ?? {};
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
        <TrendTile
          name="Clicks"
          total={count(totals?.clicks ?? 0)}
          values={clicks.map((each) => each.count)}
          show={count}
        />
        <TrendTile
          name="Conversions"
          total={count(totals?.conversions ?? 0)}
          values={conversions.map((each) => each.count)}
          show={count}
        />
        <TrendTile
          name="Commissions"
          total={money(totals?.commission_cents ?? 0)}
          values={commissions.map((each) => each.amount_cents)}
          show={money}
        />
      </div>
      <StatsBlock stats={stats.value} />
      <div className="grid grid-cols-1 items-stretch gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <RevenueBars days={stats.value?.revenue_by_day ?? []} />
        <LatestActivity latest={latest} />
      </div>
    </div>
  );
}
