import { prerender } from "react-dom/static";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom";
import { distinctOutcomes, type Judged } from "../../../test/web/customer/outcomes.ts";
import { Component as Shell } from "../../../web/src/customer/dashboard/DashboardShell.tsx";
import { Component as Overview } from "../../../web/src/customer/dashboard/OverviewTab.tsx";
import { ACCOUNT, AFFILIATE, TABS } from "../../../web/src/customer/dashboard/tabs.ts";

/** A limited offer, so that the pictures show where its banner appears. */
const PROMOTIONS = {
  lifetime_enabled: true,
  hero_text: "Founders' offer",
  subtitle: "Pay once, keep every update.",
  end_at: null,
  quantity_remaining: 3,
};

/** Overview in its frame, one page for each distinct outcome. */
export async function standingPages(): Promise<{ caption: string; html: string }[]> {
  const pages: { caption: string; html: string }[] = [];
  for (const [caption, judged] of distinctOutcomes()) pages.push({ caption, html: await pageOf(judged) });
  return pages;
}

async function pageOf({ situation }: Judged): Promise<string> {
  const { account, ...facts } = situation;
  const shell = {
    email: account?.email ?? "you@example.com",
    account,
    videoCount: 0,
    activity: [],
    tabs: [...TABS, AFFILIATE, ACCOUNT],
  };
  const { query, dataRoutes } = createStaticHandler([
    {
      path: "/dashboard",
      element: <Shell />,
      loader: () => shell,
      children: [{ index: true, element: <Overview />, loader: () => ({ facts, promotions: PROMOTIONS }) }],
    },
  ]);
  const context = await query(new Request("http://localhost/dashboard"));
  if (context instanceof Response) throw new Error(`The route answered ${context.status}`);
  const router = createStaticRouter(dataRoutes, context);
  const { prelude } = await prerender(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
    // Renders everything at once, so that no script has to fill in parts.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}
