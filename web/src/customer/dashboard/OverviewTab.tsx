import { type ReactElement, useEffect, useState } from "react";
import { Link, useLoaderData, useRevalidator } from "react-router-dom";
import { BRAND } from "#shared/brand.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { isSoldOut, type Promotions } from "#shared/promotions/promotion.ts";
import { rememberCheckout } from "../../app/checkoutChoice.ts";
import { requireSession } from "../../app/guard.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { PromotionBanner } from "../../public/offer/PromotionBanner.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { momentShort, money } from "../../ui/format.ts";
import { completeFacts, type Facts } from "../standing/facts.ts";
import { runningOf } from "../standing/holdings.ts";
import { StandingCard } from "../standing/StandingCard.tsx";
import { useStanding } from "../standing/useStanding.ts";
import { DownloadCard } from "./DownloadCard.tsx";
import { keepLastOverview, lastOverviewFor } from "./lastOverview.ts";
import { beginOverview, loadOverview } from "./overview.ts";
import { ProvidersCard } from "./ProvidersCard.tsx";
import { TopCards } from "./TopCards.tsx";
import { useShell } from "./useShell.ts";

type OverviewData = {
  facts: Facts;
  /** Null if it could not be read. */
  promotions: Promotions | null;
  /** When this browser stored the state that the page shows; absent once the API has answered. */
  lastAt?: string;
};

export async function loader({ request }: { request: Request }): Promise<OverviewData> {
  requireSession(request);
  const last = lastOverviewFor(request);
  if (last !== null) {
    beginOverview();
    const { overview, owed, releases, at } = last;
    const { billing, seats, promotions } = overview;
    return { facts: { billing, seats, owed, releases }, promotions, lastAt: at };
  }
  const reading = loadOverview(request);
  const facts = await completeFacts(reading, request);
  const overview = await reading;
  keepLastOverview({ overview, owed: facts.owed, releases: facts.releases });
  return { facts, promotions: overview.promotions };
}

const CREDIT = "Any credit for unused days of your subscription is deducted at checkout.";

export function Component(): ReactElement {
  useTitle("Overview");
  const { facts, promotions, lastAt } = useLoaderData<OverviewData>();
  const { videoCount, activity } = useShell();
  const standing = useStanding(facts);
  const { revalidate } = useRevalidator();
  const [plans, setPlans] = useState<ReactElement>();
  const compare = async (): Promise<void> => {
    const { PlansOnOffer } = await import("../subscription/SubscriptionTab.tsx");
    setPlans(<PlansOnOffer billing={facts.billing} />);
  };
  useEffect(() => {
    if (lastAt !== undefined) void revalidate();
  }, [lastAt, revalidate]);
  return (
    <div className="max-w-[52rem] space-y-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">Welcome to {BRAND.name}</h2>
        <p role="status" className="min-w-0 truncate text-sm text-quiet">
          {lastAt !== undefined && (
            <>
              As of {momentShort(lastAt)}
              <span className="max-sm:sr-only">, updating...</span>
            </>
          )}
        </p>
      </div>
      {/* Disables purchases and cancellations while the shown state may be outdated. */}
      <div inert={lastAt !== undefined} className="space-y-4">
        <StandingCard standing={standing} />
        {promotions !== null && standing.offers && (
          <PromotionBanner promotions={promotions} note={runningOf(facts.billing) === null ? "" : CREDIT}>
            <span className="figures font-semibold">{money(CATALOG.lifetime.price)}</span>
            <Link
              to={paths.checkout.href("payment")}
              onClick={() => rememberCheckout("payment")}
              className={buttonClass("secondary")}
            >
              {isSoldOut(promotions) ? "See the waiting list" : "Get Lifetime Access"}
            </Link>
          </PromotionBanner>
        )}
        {standing.offers && (
          <details onToggle={() => void compare()}>
            <summary className="w-fit rounded-small text-sm text-quiet underline">Compare plans</summary>
            <div className="mt-3">{plans}</div>
          </details>
        )}
      </div>
      <TopCards videoCount={videoCount} activity={activity} />
      <DownloadCard releases={facts.releases} />
      <ProvidersCard />
    </div>
  );
}
