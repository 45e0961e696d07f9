import type { ReactElement } from "react";
import { useLoaderData, useOutletContext, useRevalidator } from "react-router-dom";
import { MINUTE } from "#shared/instant.ts";
import { MISSING } from "#shared/material/missing.ts";
import { useLive } from "../../app/useLive.ts";
import { Banner } from "../../ui/Banner.tsx";
import { count, money } from "../../ui/format.ts";
import { TryAgain } from "../kit/TryAgain.tsx";
import type { Needs } from "../shell/needs.ts";
import { BeforeOpening } from "./BeforeOpening.tsx";
import { LatestActivity } from "./LatestActivity.tsx";
import { loadOverview, type OverviewData } from "./loader.ts";
import { NeedsYou } from "./NeedsYou.tsx";
import { RevenueBars } from "./RevenueBars.tsx";
import { StatsBlock } from "./StatsBlock.tsx";
import { TrendTile } from "./TrendTile.tsx";

export const loader = loadOverview;

/** Shows zeros under a warning if the figures could not be loaded. The specification asks for zeros. */
export function Component(): ReactElement {
  const { stats, trends, latest } = useLoaderData<OverviewData>();
  const needs = useOutletContext<Needs | null>();
  const { revalidate } = useRevalidator();
  // Polls, because a payment without a license must not wait until the operator opens another page.
  useLive(revalidate, MINUTE);
  const { clicks = [], conversions = [], commissions = [], totals } = trends.value ?? {};
  return (
    <div className="space-y-4">
      {(stats.value === null || trends.value === null) && (
        <Banner tone="warn" title="The figures could not be loaded">
          <p>The zeros below are placeholders. No data was lost.</p>
          <TryAgain className="mt-2" />
        </Banner>
      )}
      {needs && <NeedsYou needs={needs} />}
      <BeforeOpening missing={MISSING} />
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
