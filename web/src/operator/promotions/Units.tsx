import type { ReactElement } from "react";
import type { Output } from "#shared/endpoint.ts";
import type { getUnits } from "#shared/promotions/operator.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { count } from "../../ui/format.ts";

export type UnitsSold = Output<typeof getUnits>;

/** Omits the remaining units, because the form shows them. */
export function Units({ units }: { units: UnitsSold | null }): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Units</CardTitle>
      {units === null ? (
        <p className="mt-2 text-sm text-quiet">The units could not be loaded.</p>
      ) : (
        <dl className="mt-3 grid grid-cols-2 gap-x-5 gap-y-3 text-sm">
          {factsOf(units).map(({ name, value }) => (
            <div key={name} className="flex flex-col justify-between">
              <dt className="text-quiet">{name}</dt>
              <dd className="figures mt-0.5 text-lg font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

const factsOf = ({ sold, held, offered, total }: UnitsSold): { name: string; value: string }[] => [
  { name: "Sold", value: count(sold) },
  { name: "Held in open checkouts", value: count(held) },
  ...(offered === undefined ? [] : [{ name: "Offered to the waiting list", value: count(offered) }]),
  { name: "Total", value: total === null ? "No limit" : count(total) },
];
