import type { ReactElement } from "react";
import type { GrowthDay } from "#shared/insights/growth.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { money, shortUtcDay, utcMonth, wholeDollars } from "../../ui/format.ts";
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
  return (
    <Card className="min-w-0 p-4.5">
      <CardTitle>{title}</CardTitle>
      <BarChart
        label={title}
        bars={days.length <= MAX_DAY_BARS ? byDay(days, value) : byMonth(days, value, month)}
        show={(dollars) => money(Math.round(dollars * 100))}
        axis={wholeDollars}
      />
    </Card>
  );
}

function byDay(days: readonly GrowthDay[], value: DayChartProps["value"]) {
  return days.map((day) => ({
    name: shortUtcDay(day.date),
    value: value(day) / 100,
  }));
}

function byMonth(days: readonly GrowthDay[], value: DayChartProps["value"], month: DayChartProps["month"]) {
  return [...Map.groupBy(days, ({ date }) => date.slice(0, 7))].map(([name, of]) => {
    const values = of.map(value);
    const cents = month === "last" ? (values.at(-1) ?? 0) : values.reduce((sum, each) => sum + each, 0);
    return { name: utcMonth(`${name}-01`), value: cents / 100 };
  });
}
