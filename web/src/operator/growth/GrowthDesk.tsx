import type { ReactElement } from "react";
import { useSearchParams } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import {
  type Brought,
  type GrowthDay,
  getGrowth,
  type MoveRow,
  type Period,
} from "#shared/insights/growth.ts";
import { utcDay } from "#shared/instant.ts";
import { call } from "../../api/call.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { money, shortUtcDay, utcDays, utcMonth } from "../../ui/format.ts";
import { serverNow } from "../../ui/serverClock.ts";
import { operatorToken } from "../gate/token.ts";
import { BarChart } from "../kit/BarChart.tsx";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { read, useLoaded } from "../kit/read.ts";
import { TryAgain } from "../kit/TryAgain.tsx";
import { affiliateHref } from "../tabs.ts";
import { Cohorts } from "./Cohorts.tsx";
import { FiguresTable } from "./FiguresTable.tsx";
import { Left, readChurns } from "./Left.tsx";
import { funnelLines, moneyLines, mrrLines } from "./lines.ts";
import { PeriodPicker } from "./PeriodPicker.tsx";
import { hasRows, type Rows, rowsHref } from "./rows.ts";
import { scopeIn, spanIn } from "./span.ts";

export async function loader({ request: { signal, url } }: { request: Request }) {
  const params = new URL(url).searchParams;
  // A renewal of the token also brings the server's time, which decides periods such as "This month".
  await operatorToken().catch(() => null);
  const span = spanIn(params);
  const [growth, churns] = await Promise.all([
    read(() => call(getGrowth, { ...span, ...scopeIn(params) }, { signal })),
    read(() => readChurns({ ...span, ...scopeIn(params) }, signal)),
  ]);
  return { growth, churns, span };
}

export function Component(): ReactElement {
  const { growth, churns, span } = useLoaded<typeof loader>();
  return (
    <>
      <PeriodPicker span={span} today={utcDay(serverNow())} plans={growth.value?.plans ?? []} />
      {growth.value === null ? (
        <Banner tone="bad" title="The figures could not be loaded">
          <p>{growth.failure}</p>
          <TryAgain className="mt-2" />
        </Banner>
      ) : (
        <Figures growth={growth.value} churns={churns.value} />
      )}
    </>
  );
}

type FiguresProps = {
  growth: Output<typeof getGrowth>;
  churns: readonly MoveRow[] | null;
};

function Figures({ growth, churns }: FiguresProps): ReactElement {
  const [params] = useSearchParams();
  const { now, before, days, cohorts, affiliates } = growth;
  const linkOf = (rows: Rows, period: Period): string | undefined =>
    hasRows(period, rows) ? rowsHref(rows, params, period) : undefined;
  const linked = (rows: Rows) => ({ now: linkOf(rows, now), before: linkOf(rows, before) });
  return (
    <div className="space-y-4">
      <p className="text-sm text-quiet">
        {utcDays(now.from, now.to)}, compared with {utcDays(before.from, before.to)}. Days are UTC; amounts
        are without tax.
      </p>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <FiguresTable
          title="Recurring revenue"
          note="A subscription counts from its first payment until it ends, even while it is overdue, paused or disputed. Lifetime licenses are not recurring. A discount code does not lower MRR, because it applies only to the first payment."
          lines={mrrLines({ now, before }, linked)}
        />
        <div className="space-y-4">
          <Left
            churns={churns}
            total={now.movements.churn.count}
            to={rowsHref({ group: "mrr", kind: "churn" }, params, now)}
          />
          <FiguresTable title="Money" lines={moneyLines({ now, before }, linked, scopeIn(params).plan)} />
          <FiguresTable
            title="Conversion"
            note="People who signed up in the period and reached each step within 30 days. Recent sign-ups may still reach more steps."
            lines={funnelLines({ now, before }, linked)}
          />
        </div>
        <DayChart title="MRR" days={days} value={(day) => day.mrr_cents} month="last" />
        <DayChart title="Revenue" days={days} value={(day) => day.revenue_cents} month="sum" />
        <BestAffiliates affiliates={affiliates} />
      </div>
      <Cohorts cohorts={cohorts} />
    </div>
  );
}

const AFFILIATES: readonly Column<Brought & { id: string }>[] = [
  { id: "email", head: "Affiliate", grow: true, cell: ({ email }) => email ?? "Deleted account" },
  { id: "revenue", head: "Revenue", end: true, cell: (row) => money(row.revenue_cents) },
  { id: "cost", head: "Commissions", end: true, from: "sm", cell: (row) => money(0 - row.commission_cents) },
  { id: "net", head: "Net", end: true, cell: (row) => money(row.revenue_cents - row.commission_cents) },
];

function BestAffiliates({ affiliates }: { affiliates: readonly Brought[] }): ReactElement {
  return (
    <Card className="min-w-0 py-4.5">
      <CardTitle className="px-4">Top affiliates</CardTitle>
      <p className="mt-1 mb-2 px-4 text-sm text-quiet">
        Revenue: what referred customers paid in the period, minus the period's refunds and lost disputes.
        Commissions: what affiliates earned from the period's payments, minus all that was taken back since. A
        refund of an earlier payment lowers the commissions of that payment's period.
      </p>
      <DataTable
        label="Top affiliates"
        columns={AFFILIATES}
        rows={affiliates.map((row) => ({ ...row, id: row.affiliate_id }))}
        empty="No affiliate referred a sale in this period."
        opens={({ id }) => affiliateHref(id)}
      />
    </Card>
  );
}

/** With more days than this, each bar is a month. */
const MAX_DAY_BARS = 62;

type DayChartProps = {
  title: string;
  days: readonly GrowthDay[];
  value: (day: GrowthDay) => number;
  /** Whether a month's bar shows the last day or the sum of all days. */
  month: "last" | "sum";
};

function DayChart({ title, days, value, month }: DayChartProps): ReactElement {
  const byDay = days.map((day) => ({ name: shortUtcDay(day.date), cents: value(day) }));
  const byMonth = [...Map.groupBy(days, ({ date }) => date.slice(0, 7))].map(([name, of]) => ({
    name: utcMonth(`${name}-01`),
    cents: of.map(value).reduce((sum, each) => (month === "last" ? each : sum + each), 0),
  }));
  return (
    <Card className="min-w-0 p-4.5">
      <CardTitle>{title}</CardTitle>
      <BarChart label={title} bars={days.length <= MAX_DAY_BARS ? byDay : byMonth} />
    </Card>
  );
}
