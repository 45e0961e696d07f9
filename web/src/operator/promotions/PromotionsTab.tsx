import type { ReactElement } from "react";
import { useLoaderData } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { getUnits, listWaiting } from "#shared/promotions/operator.ts";
import type { Promotions } from "#shared/promotions/promotion.ts";
import { getPromotions } from "#shared/promotions/public.ts";
import { call } from "../../api/call.ts";
import { Banner } from "../../ui/Banner.tsx";
import { type Read, read } from "../kit/read.ts";
import { TryAgain } from "../kit/TryAgain.tsx";
import { OfferForm } from "./OfferForm.tsx";
import type { WaitingPage } from "./WaitingPeople.tsx";

type OfferData = {
  offer: Read<Promotions>;
  units: Read<Output<typeof getUnits>>;
  /** Undefined while there is no waiting list. */
  waiting: WaitingPage | null | undefined;
};

export async function loader({ request: { signal } }: { request: Request }): Promise<OfferData> {
  const [offer, units] = await Promise.all([
    read(() => call(getPromotions, {}, { signal }), "Failed to load promotions"),
    read(() => call(getUnits, {}, { signal })),
  ]);
  const isListed = offer.value?.waiting !== undefined;
  const waiting = isListed ? (await read(() => call(listWaiting, {}, { signal }))).value : undefined;
  return { offer, units, waiting };
}

export function Component(): ReactElement {
  const {
    offer: { value, failure },
    units,
    waiting,
  } = useLoaderData<OfferData>();
  if (value === null)
    return (
      <Banner tone="bad" title={failure} className="max-w-2xl">
        <TryAgain className="mt-2" />
      </Banner>
    );
  return <OfferForm loaded={value} units={units.value} waiting={waiting} />;
}
