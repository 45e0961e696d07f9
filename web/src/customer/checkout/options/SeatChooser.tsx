import type { ReactElement } from "react";
import { perPeriod } from "#shared/catalog/catalog.ts";
import { money } from "../../../ui/format.ts";
import { Select } from "../../../ui/Select.tsx";
import type { Order } from "../order.ts";

export function SeatChooser({ order }: { order: Order }): ReactElement | null {
  const { product, data, seats } = order;
  if (!order.sellsSeats) return null;
  return (
    <div className="mt-6">
      <Select
        label="Seats"
        className="max-w-60"
        choices={Array.from({ length: data.maxSeats }, (_, place) => ({
          value: String(place + 1),
          label: place === 0 ? "1: for me" : `${place + 1}: for a team`,
        }))}
        value={String(seats)}
        onChange={(event) => order.choose({ seats: Number(event.target.value) })}
      />
      <p className="mt-2 text-sm text-quiet">
        {money(product.price)} per seat {perPeriod(product)}. You get one invoice; your team never sees it.
      </p>
    </div>
  );
}
