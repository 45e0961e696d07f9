import { getTrends, TREND_DAYS } from "#shared/insights/operator.ts";
import { readAllFigures } from "../affiliates/index.ts";
import { lastDays, readFigures } from "../directory/index.ts";
import { http } from "../http/index.ts";

export const handler = http(getTrends)(async ({ now }) => {
  const days = lastDays(TREND_DAYS, now);
  const [first = ""] = days;
  const [figures, traffic] = await Promise.all([readFigures(first), readAllFigures(first)]);
  const counted = (what: "clicks" | "conversions") =>
    days.map((date) => ({ date, count: traffic.days.get(date)?.[what] ?? 0 }));
  return {
    clicks: counted("clicks"),
    conversions: counted("conversions"),
    commissions: days.map((date) => ({ date, amount_cents: figures.on(date, "commissionCents") })),
    totals: {
      clicks: traffic.total.clicks,
      conversions: traffic.total.conversions,
      commission_cents: figures.totals("commissionCents"),
    },
  };
});
