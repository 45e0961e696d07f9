import type { Output } from "#shared/endpoint.ts";
import type { getUnits } from "#shared/promotions/operator.ts";
import { count } from "../../ui/format.ts";

export type UnitsSold = Output<typeof getUnits>;
type Fact = { name: string; value: string };

const used = ({ sold, held, offered }: UnitsSold): { name: string; units: number }[] => [
  { name: "Sold", units: sold },
  { name: "Held in open checkouts", units: held },
  ...(offered === undefined ? [] : [{ name: "Offered to the waiting list", units: offered }]),
];

const shown = (units: number | null): string => (units === null ? "No limit" : count(units));

export const usedUnits = (units: UnitsSold): Fact[] =>
  used(units).map(({ name, units: each }) => ({ name, value: shown(each) }));

export function unitsLeft(units: UnitsSold): Fact {
  const taken = used(units).reduce((sum, { units: each }) => sum + each, 0);
  return { name: "Left", value: shown(units.total === null ? null : Math.max(0, units.total - taken)) };
}

export const totalUnits = ({ total }: UnitsSold): Fact => ({ name: "Total", value: shown(total) });
