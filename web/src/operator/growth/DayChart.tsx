import type { ReactElement } from "react";
import type { GrowthDay } from "#shared/insights/growth.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { shortUtcDay, utcMonth } from "../../ui/format.ts";
import { BarChart } from "../kit/BarChart.tsx";

/** With more days than this, each bar is a month. */
const MAX_DAY_BARS = 62;

type DayChartProps = {
  title: string;
  days: readonly GrowthDay[];
  value: (day: GrowthDay) => number;
  /** Whether a month's bar shows the last day or the sum of all days. */
  month: "last" | "sum";
};

export function DayChart({ title, days, value, month }: DayChartProps): ReactElement {
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
