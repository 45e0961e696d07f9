import type { ReactElement } from "react";
import type { SystemStats } from "#shared/insights/operator.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { money, shortUtcDay, wholeDollars } from "../../ui/format.ts";
import { BarChart } from "../kit/BarChart.tsx";

/** Revenue by the day of the payment: without tax, minus refunds and lost disputes. */
export function RevenueBars({ days }: { days: SystemStats["revenue_by_day"] }): ReactElement {
  const sum = days.reduce((total, { amount_cents }) => total + amount_cents, 0);
  return (
    <Card className="p-4.5">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <CardTitle>Revenue, last 30 days</CardTitle>
        <p className="figures text-sm text-quiet">{money(sum)} in total</p>
      </div>
      <BarChart
        label="Revenue by day, last 30 days"
        bars={days.map(({ date, amount_cents }) => ({
          name: shortUtcDay(date),
          value: amount_cents / 100,
        }))}
        show={(value) => money(Math.round(value * 100))}
        axis={wholeDollars}
      />
    </Card>
  );
}
