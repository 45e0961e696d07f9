import type { ReactElement } from "react";
import { redirect, useOutletContext, useRevalidator } from "react-router-dom";
import { getLatest, getSystemStats, getTrends, type SystemStats } from "#shared/insights/operator.ts";
import { MINUTE } from "#shared/instant.ts";
import { MISSING } from "#shared/material/missing.ts";
import { call } from "../../api/call.ts";
import { useLive } from "../../app/useLive.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { count, money, shortUtcDay } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { hasArrived, rememberedTab } from "../gate/admission.ts";
import { BarChart } from "../kit/BarChart.tsx";
import { read, useLoaded } from "../kit/read.ts";
import { Sparkline } from "../kit/Sparkline.tsx";
import { TryAgain } from "../kit/TryAgain.tsx";
import type { Needs } from "../shell/needs.ts";
import { activeTab, hrefOf } from "../tabs.ts";
import { LatestActivity } from "./LatestActivity.tsx";
import { NeedsYou } from "./NeedsYou.tsx";
import { StatsBlock } from "./StatsBlock.tsx";

/** As the first page of a visit, /admin reopens the last visit's tab. Later, /admin opens the overview. */
export async function loader({ request }: { request: Request }) {
  const tab = activeTab(new URL(request.url).pathname, rememberedTab());
  if (!hasArrived() && tab !== "overview") throw redirect(hrefOf(tab));
  const { signal } = request;
  const [stats, trends, latest] = await Promise.all([
    read(() => call(getSystemStats, {}, { signal })),
    read(() => call(getTrends, {}, { signal })),
    read(() => call(getLatest, {}, { signal }), "Failed to fetch activity"),
  ]);
  return { stats: stats.value, trends: trends.value, latest };
}

/** Shows zeros under a warning if the figures could not be loaded. The specification asks for zeros. */
export function Component(): ReactElement {
  const { stats, trends, latest } = useLoaded<typeof loader>();
  const needs = useOutletContext<Needs | null>();
  const { revalidate } = useRevalidator();
  // Polls, because a payment without a license must not wait until the operator opens another page.
  useLive(revalidate, MINUTE);
  const { clicks = [], conversions = [], commissions = [], totals } = trends ?? {};
  const perDay = (days: readonly { count: number }[]): number[] => days.map((day) => day.count);
  return (
    <div className="space-y-4">
      {(stats === null || trends === null) && (
        <Banner tone="warn" title="The figures could not be loaded">
          <p>The zeros below are placeholders. No data was lost.</p>
          <TryAgain className="mt-2" />
        </Banner>
      )}
      {needs && <NeedsYou needs={needs} />}
      <BeforeOpening missing={MISSING} />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
        <TrendTile name="Clicks" total={totals?.clicks} values={perDay(clicks)} show={count} />
        <TrendTile name="Conversions" total={totals?.conversions} values={perDay(conversions)} show={count} />
        <TrendTile
          name="Commissions"
          total={totals?.commission_cents}
          values={commissions.map((day) => day.amount_cents)}
          show={money}
        />
      </div>
      <StatsBlock stats={stats} />
      <div className="grid grid-cols-1 items-stretch gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <RevenueBars days={stats?.revenue_by_day ?? []} />
        <LatestActivity latest={latest} />
      </div>
    </div>
  );
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The total of all time, and the values of the last 30 days, oldest first. */
type TileProps = {
  name: string;
  total: number | undefined;
  values: readonly number[];
  show: (value: number) => string;
};

function TrendTile({ name, total = 0, values, show }: TileProps): ReactElement {
  const month = show(sum(values));
  return (
    <Card className="flex flex-wrap items-end justify-between gap-3 px-4.5 py-3.5">
      <div className="min-w-0 whitespace-nowrap">
        <h2 className="text-sm font-normal tracking-normal text-quiet">{name}</h2>
        <p className="figures mt-0.5 text-xl font-semibold tracking-[-0.02em]">{show(total)}</p>
        <p className="figures mt-0.5 text-xs text-quiet">{month} in 30 days</p>
      </div>
      <Sparkline
        values={values}
        title={`${name}, last 30 days: ${month} in total, ${show(values.at(-1) ?? 0)} today`}
      />
    </Card>
  );
}

/** Revenue by the day of the payment: without tax, minus refunds and lost disputes. */
function RevenueBars({ days }: { days: SystemStats["revenue_by_day"] }): ReactElement {
  return (
    <Card className="p-4.5">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <CardTitle>Revenue, last 30 days</CardTitle>
        <p className="figures text-sm text-quiet">
          {money(sum(days.map((day) => day.amount_cents)))} in total
        </p>
      </div>
      <BarChart
        label="Revenue by day, last 30 days"
        bars={days.map(({ date, amount_cents }) => ({ name: shortUtcDay(date), cents: amount_cents }))}
      />
    </Card>
  );
}

export function BeforeOpening({ missing }: { missing: readonly string[] }): ReactElement | null {
  if (missing.length === 0) return null;
  return (
    <Card className="px-4.5 py-3 text-sm">
      <details className="group">
        <summary className="flex items-center gap-2 rounded-small">
          <h2 className="flex-1 text-sm font-medium tracking-normal">Before the shop opens</h2>
          <span className="text-quiet">{missing.length} missing</span>
          <Icon
            name="chevronDown"
            className="size-4 shrink-0 text-quiet transition-transform group-open:rotate-180"
          />
        </summary>
        <ul aria-label="Missing" className="mt-2 list-disc space-y-1 pl-5">
          {missing.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p className="mt-2 text-quiet">
          The file docs/make-it-yours.md in the repository says where to enter each of these.
        </p>
      </details>
    </Card>
  );
}
