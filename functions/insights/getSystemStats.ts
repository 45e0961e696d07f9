import { getSystemStats, TREND_DAYS } from "#shared/insights/operator.ts";
import { lastDays, readFigures } from "../directory/index.ts";
import { http } from "../http/index.ts";

/** The specification requires whole dollars. */
const dollars = (cents: number) => Math.round(cents / 100);

export const handler = http(getSystemStats)(async ({ now }) => {
  const days = lastDays(TREND_DAYS, now);
  const { totals, on } = await readFigures(days[0] ?? "");
  const month = (figure: string) => days.reduce((sum, day) => sum + on(day, figure), 0);
  return {
    total_users: totals("users"),
    active_users: totals("users/active") + totals("users/trial"),
    active_subscriptions: totals("activeSubscriptions"),
    total_seats: totals("keys"),
    active_seats: totals("activeSeats"),
    total_revenue: dollars(totals("revenueCents")),
    monthly_revenue: dollars(month("revenueCents")),
    affiliate_members: totals("affiliateMembers"),
    security_alerts: totals("alerts/open"),
    recent_signups: month("usersAdded"),
    users_added: month("usersAdded"),
    users_removed: month("usersRemoved"),
    suspended_users: totals("users/suspended"),
    revenue_by_day: days.map((date) => ({ date, amount_cents: on(date, "revenueCents") })),
    signups_by_day: days.map((date) => ({ date, count: on(date, "usersAdded") })),
  };
});
