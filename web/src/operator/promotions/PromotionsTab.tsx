import type { ReactElement } from "react";
import { useLoaderData, useRevalidator } from "react-router-dom";
import type { Promotions } from "#shared/promotions/promotion.ts";
import { getPromotions } from "#shared/promotions/public.ts";
import { call } from "../../api/call.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Read, read } from "../kit/read.ts";
import { OfferForm } from "./OfferForm.tsx";

export function loader({ request }: { request: Request }): Promise<Read<Promotions>> {
  return read(() => call(getPromotions, {}, { signal: request.signal }), "Failed to load promotions");
}

export function Component(): ReactElement {
  const { value, failure } = useLoaderData<Read<Promotions>>();
  const { revalidate, state } = useRevalidator();
  if (value === null)
    return (
      <Banner tone="bad" title={failure} className="max-w-2xl">
        <Button size="small" className="mt-2" pending={state === "loading"} onClick={() => void revalidate()}>
          Try again
        </Button>
      </Banner>
    );
  return <OfferForm loaded={value} />;
}
