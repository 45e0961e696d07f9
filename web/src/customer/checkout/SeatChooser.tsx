import type { ReactElement } from "react";
import { type Product, perPeriod } from "#shared/catalog/catalog.ts";
import { money } from "../../ui/format.ts";
import { Select } from "../../ui/Select.tsx";

type SeatChooserProps = { product: Product; most: number; chosen: number; onChoose: (seats: number) => void };

/** How many keys a subscription pays for. */
export function SeatChooser({ product, most, chosen, onChoose }: SeatChooserProps): ReactElement {
  return (
    <div className="mt-6">
      <Select
        label="Seats"
        className="max-w-60"
        choices={Array.from({ length: most }, (_, place) => ({
          value: String(place + 1),
          label: place === 0 ? "1: for me" : `${place + 1}: for a team`,
        }))}
        value={String(chosen)}
        onChange={(event) => onChoose(Number(event.target.value))}
      />
      <p className="mt-2 text-sm text-quiet">
        {money(product.price)} per seat {perPeriod(product)}. You get one invoice; your team never sees it.
      </p>
    </div>
  );
}
