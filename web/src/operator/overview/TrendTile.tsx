import type { ReactElement } from "react";
import { Card } from "../../ui/Card.tsx";
import { Sparkline } from "../kit/Sparkline.tsx";

type TrendTileProps = {
  name: string;
  /** The total of all time. */
  total: string;
  /** The values of the last 30 days, oldest first. */
  values: readonly number[];
  show: (value: number) => string;
};

export function TrendTile({ name, total, values, show }: TrendTileProps): ReactElement {
  const month = values.reduce((sum, value) => sum + value, 0);
  return (
    <Card className="flex flex-wrap items-end justify-between gap-3 px-4.5 py-3.5">
      <div className="min-w-0 whitespace-nowrap">
        <h2 className="text-sm font-normal tracking-normal text-quiet">{name}</h2>
        <p className="figures mt-0.5 text-xl font-semibold tracking-[-0.02em]">{total}</p>
        <p className="figures mt-0.5 text-xs text-quiet">{show(month)} in 30 days</p>
      </div>
      <Sparkline
        values={values}
        title={`${name}, last 30 days: ${show(month)} in total, ${show(values.at(-1) ?? 0)} today`}
      />
    </Card>
  );
}
