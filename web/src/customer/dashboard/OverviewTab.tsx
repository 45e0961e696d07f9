import type { ReactElement } from "react";
import { Link, useLoaderData } from "react-router-dom";
import { BRAND } from "#shared/brand.ts";
import { isSoldOut, type Promotions } from "#shared/promotions/promotion.ts";
import { rememberCheckout } from "../../app/checkoutChoice.ts";
import { requireSession } from "../../app/guard.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { PromotionBanner } from "../../public/offer/PromotionBanner.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { completeFacts, type Facts } from "../standing/facts.ts";
import { StandingCard } from "../standing/StandingCard.tsx";
import { useStanding } from "../standing/useStanding.ts";
import { DownloadCard } from "./DownloadCard.tsx";
import { ProvidersCard, ReleasesCard } from "./OverviewCards.tsx";
import { loadOverview } from "./overview.ts";
import { TopCards } from "./TopCards.tsx";
import { useShell } from "./useShell.ts";

type OverviewData = {
  facts: Facts;
  /** The page is whole without the offer. */
  promotions: Promotions | null;
};

export async function loader({ request }: { request: Request }): Promise<OverviewData> {
  requireSession(request);
  const overview = loadOverview(request);
  const facts = await completeFacts(overview, request);
  return { facts, promotions: (await overview).promotions };
}

/** First where the account stands, then what happened, and what else there is. */
export function Component(): ReactElement {
  useTitle("Overview");
  const { facts, promotions } = useLoaderData<OverviewData>();
  const { videoCount, activity } = useShell();
  const standing = useStanding(facts);
  return (
    <div className="space-y-4">
      <h2 className="text-lg">Welcome to {BRAND.name}</h2>
      <StandingCard standing={standing} />
      {promotions !== null && standing.offers && (
        <PromotionBanner promotions={promotions}>
          <Link
            to={paths.checkout.href("payment")}
            onClick={() => rememberCheckout("payment")}
            className={buttonClass("secondary")}
          >
            {isSoldOut(promotions) ? "See the waiting list" : "Get Lifetime Access"}
          </Link>
        </PromotionBanner>
      )}
      <TopCards videoCount={videoCount} activity={activity} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="min-w-0 space-y-4 lg:order-2">
          <DownloadCard releases={facts.releases} />
          <ReleasesCard releases={facts.releases} />
        </div>
        <ProvidersCard />
      </div>
    </div>
  );
}
