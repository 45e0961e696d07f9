import { getAffiliate } from "#shared/affiliates/customer.ts";
import { buyerDiscountOf } from "../discounts/index.ts";
import { http } from "../http/index.ts";
import { env } from "../platform/env.ts";
import { getAffiliate as findAffiliate, listDestinations } from "../referrals/index.ts";
import { daysShown, toView } from "./figures/rules.ts";
import { readFigures } from "./figures/table.ts";
import { nextAvailable } from "./ledger/commissionsTable.ts";
import { getBalance } from "./ledger/table.ts";

/** Reads in parallel. For a user who has not joined, most reads are wasted, but affiliates save a round trip. */
export const handler = http(getAffiliate)(async ({ caller, now }) => {
  const id = caller.userId;
  const [firstDay = ""] = daysShown(now);
  const [affiliate, figures, balance, nextAvailableAt, destinations] = await Promise.all([
    findAffiliate(id),
    readFigures(id, firstDay),
    getBalance(id),
    nextAvailable(id, now),
    listDestinations(),
  ]);
  if (!affiliate) return { affiliate: null };
  const { emailConfirmed } = caller.user;
  const buyerDiscount = affiliate.givesDiscount ? await buyerDiscountOf(affiliate, now) : null;
  const seen = { affiliate, figures, balance, nextAvailableAt, destinations, emailConfirmed, buyerDiscount };
  return { affiliate: toView({ ...seen, siteUrl: env("SITE_URL") }, now) };
});
