import { getTrends, TREND_DAYS } from "#shared/insights/operator.ts";
import { http } from "../platform/http.ts";
import { lastDays, readFigures } from "./tables/figures.ts";

export const handler = http(getTrends)(async ({ now }) => {
  const days = lastDays(TREND_DAYS, now);
  const { totals, on } = await readFigures(days[0] ?? "");
  const counted = (figure: string) => days.map((date) => ({ date, count: on(date, figure) }));
  return {
    clicks: counted("clicks"),
    conversions: counted("conversions"),
    commissions: days.map((date) => ({ date, amount_cents: on(date, "commissionCents") })),
    totals: {
      clicks: totals("clicks"),
      conversions: totals("conversions"),
      commission_cents: totals("commissionCents"),
    },
  };
});
