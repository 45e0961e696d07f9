import { type ReactElement, useState } from "react";
import { Link, useLoaderData } from "react-router-dom";
import { getSubscription } from "#shared/billing/customer.ts";
import { isManageable, subscriptionMessage } from "#shared/billing/subscription.ts";
import { BRAND } from "#shared/brand.ts";
import type { DownloadsManifest } from "#shared/downloads.ts";
import type { Output } from "#shared/endpoint.ts";
import type { Promotions } from "#shared/promotions/promotion.ts";
import { getPromotions } from "#shared/promotions/public.ts";
import { call } from "../../api/call.ts";
import { rememberCheckout } from "../../app/checkoutChoice.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { PromotionBanner } from "../../public/offer/PromotionBanner.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { FreeKey } from "../seats/FreeKey.tsx";
import { DownloadCard } from "./DownloadCard.tsx";
import { loadDownloads } from "./downloads.ts";
import { ProvidersCard, ReleasesCard } from "./OverviewCards.tsx";

type OverviewData = {
  promotions: Promotions | null;
  billing: Output<typeof getSubscription>;
  downloads: DownloadsManifest | null;
};

export async function loader({ request }: { request: Request }): Promise<OverviewData> {
  requireSession(request);
  const { signal } = request;
  const [promotions, billing, downloads] = await Promise.all([
    // The page is whole without the offer: a failure stays silent.
    call(getPromotions, {}, { signal }).catch(() => null),
    orSignIn(request, call(getSubscription, {}, { signal }), "Failed to retrieve subscription information"),
    loadDownloads(signal),
  ]);
  return { promotions, billing, downloads };
}

export function Component(): ReactElement {
  useTitle("Overview");
  const { promotions, billing, downloads } = useLoaderData<OverviewData>();
  const [freeKey, setFreeKey] = useState<string | null>(null);
  const status = billing.subscription?.subscription_status;
  const paid = billing.lifetime || (status !== undefined && isManageable(status));
  return (
    <div className="space-y-4">
      <Welcome
        lifetime={billing.lifetime}
        message={status === undefined ? null : subscriptionMessage(status)}
      />
      {promotions !== null && !billing.lifetime && (
        <PromotionBanner promotions={promotions}>
          <Link
            to={paths.checkout.href("payment")}
            onClick={() => rememberCheckout("payment")}
            className={buttonClass("primary")}
          >
            Get Lifetime Access
          </Link>
        </PromotionBanner>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="space-y-4">
          <Card className="p-5 sm:p-6">
            <CardTitle>Try {BRAND.name} Free</CardTitle>
            <p className="mt-1 mb-5 text-[0.9375rem] leading-6 text-quiet">
              {paid
                ? "Your account has a free key as well, one for good. It suits a second computer for trying things out."
                : "One free key per account, no card. Premium features need a paid plan, which you can add at any time."}
            </p>
            <FreeKey created={freeKey} onCreated={setFreeKey} />
          </Card>
          <ProvidersCard />
        </div>
        <div className="min-w-0 space-y-4">
          <DownloadCard manifest={downloads} />
          <ReleasesCard />
        </div>
      </div>
    </div>
  );
}

function Welcome({ lifetime, message }: { lifetime: boolean; message: string | null }): ReactElement {
  return (
    <div className="py-2">
      <h2 className="text-lg">Welcome to {BRAND.name}</h2>
      <p className="mt-1 max-w-[68ch] text-quiet">
        {lifetime
          ? "You own a lifetime license: every feature and every update, for good."
          : (message ?? "Get your key, install the application, and turn the first article into a video.")}
      </p>
    </div>
  );
}
