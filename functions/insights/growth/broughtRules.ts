import type { Brought } from "#shared/insights/growth.ts";
import { MAX_BROUGHT } from "#shared/insights/moves.ts";
import { type Instant, utcDay } from "#shared/instant.ts";
import type { Sum } from "../../directory/index.ts";

export type BroughtRow = { day: string; figures: Readonly<Record<string, number>> };

const PART = "#";
/** @param place a day and its part */
export const dayOf = (place: string): string => place.slice(0, place.indexOf(PART));

/** The last digit of the affiliate's id selects one of 16 rows: one row has room for about 3,600 affiliates. */
export function broughtSum(
  what: "revenue" | "commission",
  { affiliateId, at, amount }: { affiliateId: string; at: Instant; amount: number },
): Sum {
  const day = `${utcDay(new Date(at))}${PART}${affiliateId.slice(-1)}`;
  return { figure: `${what}/${affiliateId}`, day, amount, part: "brought" };
}

/** The affiliates whose customers brought the most in the period (inclusive), net of refunds and commissions. */
export function broughtIn(
  rows: readonly BroughtRow[],
  { from, to }: { from: string; to: string },
): Omit<Brought, "email">[] {
  const found = new Map<string, Omit<Brought, "email">>();
  for (const { day, figures } of rows) {
    if (day < from || day > to) continue;
    for (const [figure, cents] of Object.entries(figures)) {
      const [what, affiliate_id = ""] = figure.split("/");
      const row = found.get(affiliate_id) ?? { affiliate_id, revenue_cents: 0, commission_cents: 0 };
      if (what === "revenue") row.revenue_cents += cents;
      else row.commission_cents += cents;
      found.set(affiliate_id, row);
    }
  }
  const worth = (row: Omit<Brought, "email">) => row.revenue_cents - row.commission_cents;
  return [...found.values()]
    .filter(({ revenue_cents, commission_cents }) => revenue_cents !== 0 || commission_cents !== 0)
    .sort((a, b) => worth(b) - worth(a) || a.affiliate_id.localeCompare(b.affiliate_id))
    .slice(0, MAX_BROUGHT);
}
