import { AppError } from "#shared/errors.ts";
import { getGrowth, MAX_PERIOD_DAYS } from "#shared/insights/growth.ts";
import { utcDay } from "#shared/instant.ts";
import { http } from "../platform/http.ts";
import { broughtIn } from "./rules/brought.ts";
import { cohortOf } from "./rules/cohorts.ts";
import { daysIn, growthDay, levels, periodOf, reader, spanBefore } from "./rules/period.ts";
import { findEmails } from "./tables/emails.ts";
import { readCohorts, readPart } from "./tables/growthFigures.ts";

/** Two round trips: the figures of all three kinds at once, and then whom the best affiliates are. */
export const handler = http(getGrowth)(async ({ input: { from, to, plan, channel }, now }) => {
  const today = utcDay(now);
  const span = { from, to: to < today ? to : today };
  const days = daysIn(span);
  if (days.length < 1 || days.length > MAX_PERIOD_DAYS)
    throw new AppError(
      "VALIDATION_ERROR",
      `Choose 1 to ${MAX_PERIOD_DAYS} days, the first one not after today.`,
      {
        field: "from",
      },
    );
  const before = spanBefore(span);
  const [figures, cohorts, brought] = await Promise.all([
    readPart("growth", before.from),
    readCohorts(),
    readPart("brought", span.from),
  ]);
  const read = reader(figures.on, { plan, channel });
  const known = daysIn({ from: before.from, to: figures.lastDay > today ? figures.lastDay : today });
  const mrr = levels(read, known, "cents");
  const customers = levels(read, known, "count");
  const best = broughtIn(brought.rows, span);
  const emails = await findEmails(best.map(({ affiliate_id }) => affiliate_id));
  return {
    now: periodOf(read, span, mrr, customers),
    before: periodOf(read, before, mrr, customers),
    days: days.map((day) => growthDay(read, day, mrr.get(day) ?? 0, customers.get(day) ?? 0)),
    cohorts: cohorts
      .map((row) => cohortOf(row, channel, today.slice(0, 7)))
      .filter((cohort) => cohort.customers > 0),
    affiliates: best.map((row) => ({ ...row, email: emails.get(row.affiliate_id) ?? null })),
  };
});
