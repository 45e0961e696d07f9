import type { ReactElement } from "react";
import { DAYS, type OfferId, offersOf } from "#shared/catalog/offers.ts";
import { inDays, money } from "../../ui/format.ts";

type PlanTableProps = {
  /** Default: every offer. live/offer.ts then shows the offers that are on sale. */
  only?: readonly OfferId[];
  trialDays?: number | undefined;
  /** False if the page shows the price elsewhere, because a held unit may have another price. */
  hasPrices?: boolean;
};

export function PlanTable({ only, trialDays, hasPrices = true }: PlanTableProps): ReactElement {
  const offers = offersOf(money).filter(({ id }) => only?.includes(id) ?? true);
  return (
    <ul
      aria-label="What each plan gives"
      className="@container divide-y divide-line border-y border-line text-[0.9375rem] leading-6"
    >
      {offers.map(({ id, name, price, gives, ends, ...offer }) => {
        const sold = only === undefined ? offer.sold : undefined;
        return (
          <li
            key={id}
            data-sold={sold}
            hidden={sold !== undefined && sold !== "lifetime_enabled"}
            className="grid grid-cols-1 gap-x-8 gap-y-1 py-4 @xl:grid-cols-[12rem_minmax(0,1fr)] @4xl:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <p className="flex flex-wrap justify-between gap-x-4 @xl:row-span-2 @xl:block">
              <strong className="font-medium">{name}</strong>{" "}
              {hasPrices && <span className="figures @xl:block">{price}</span>}
            </p>
            <p>
              <WithDays text={gives} days={trialDays} />
            </p>
            <p className="text-quiet">{ends}</p>
          </li>
        );
      })}
    </ul>
  );
}

/** On public pages, live/offer.ts fills in the days. */
function WithDays({ text, days }: { text: string; days: number | undefined }): ReactElement {
  const [before, after] = text.split(DAYS);
  return (
    <>
      {before}
      {after !== undefined && <span data-days="">{days !== undefined && inDays(days)}</span>}
      {after}
    </>
  );
}
