import { redirect } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { getLatest, getSystemStats, getTrends } from "#shared/insights/operator.ts";
import { call } from "../../api/call.ts";
import { rememberedTab } from "../gate/admission.ts";
import { type Read, read } from "../kit/read.ts";
import { hasArrived } from "../shell/arrival.ts";
import { activeTab, hrefOf } from "../tabs.ts";

export type OverviewData = {
  stats: Read<Output<typeof getSystemStats>>;
  trends: Read<Output<typeof getTrends>>;
  latest: Read<Output<typeof getLatest>>;
};

/** If /admin is the first page that this visit shows, it reopens the last visit's tab. Later, it opens the overview. */
export async function loadOverview({ request }: { request: Request }): Promise<OverviewData | Response> {
  const tab = activeTab(new URL(request.url).pathname, rememberedTab());
  if (!hasArrived() && tab !== "overview") return redirect(hrefOf(tab));
  const { signal } = request;
  const [stats, trends, latest] = await Promise.all([
    read(() => call(getSystemStats, {}, { signal })),
    read(() => call(getTrends, {}, { signal })),
    read(() => call(getLatest, {}, { signal }), "Failed to fetch activity"),
  ]);
  return { stats, trends, latest };
}
