import { OPTIONAL_PLANS } from "#shared/catalog/catalog.ts";
import { getGrowth } from "#shared/insights/growth.ts";
import { utcDay } from "#shared/instant.ts";
import { emailKeys, emailsIn } from "../directory/index.ts";
import { httpPage } from "../http/index.ts";
import { broughtIn } from "./growth/broughtRules.ts";
import { cohortOf } from "./growth/cohortRules.ts";
import { readBrought, readCohorts, readGrowth } from "./growth/figureTable.ts";
import {
  askedSpan,
  daysIn,
  growthDay,
  hasPlan,
  levels,
  periodOf,
  reader,
  spanBefore,
  spent,
} from "./growth/periodRules.ts";

export const handler = httpPage(
  getGrowth,
  async ({ from, to }, now) => {
    const today = utcDay(now);
    const span = askedSpan({ from, to: to < today ? to : today });
    const before = spanBefore(span);
    const [figures, cohorts, brought] = await Promise.all([
      readGrowth(before.from),
      readCohorts(),
      readBrought(span.from),
    ]);
    return { today, span, before, figures, cohorts, best: broughtIn(brought, span) };
  },
  ({ best }) => emailKeys(best.map(({ affiliate_id }) => affiliate_id)),
)(({ input: { plan, channel }, page, rows }) => {
  const { today, span, before, figures, cohorts, best } = page;
  const read = reader(figures.on, { plan, channel });
  const known = daysIn({ from: before.from, to: figures.lastDay > today ? figures.lastDay : today });
  const mrr = levels(read, known, "cents");
  const customers = levels(read, known, "count");
  const period = (of: typeof span) => ({
    ...periodOf(read, of, mrr, customers),
    ...spent(figures.on, of, { plan, channel }),
  });
  const emails = emailsIn(rows);
  const plans = OPTIONAL_PLANS.filter((plan) => hasPlan(figures.on, plan));
  return {
    now: period(span),
    before: period(before),
    days: daysIn(span).map((day) => growthDay(read, day, mrr.get(day) ?? 0)),
    cohorts: cohorts
      .map((row) => cohortOf(row, channel, today.slice(0, 7)))
      .filter((cohort) => cohort.customers > 0),
    affiliates: best.map((row) => ({ ...row, email: emails.get(row.affiliate_id) ?? null })),
    ...(plans.length > 0 ? { plans } : {}),
  };
});
