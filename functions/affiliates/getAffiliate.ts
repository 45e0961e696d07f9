import { HOLD_DAYS } from "#shared/affiliates/commission.ts";
import { getAffiliate } from "#shared/affiliates/customer.ts";
import { DAY } from "#shared/instant.ts";
import { buyerDiscountOf } from "../billing/discounts/buyerDiscount.ts";
import { env } from "../platform/env.ts";
import { http } from "../platform/http.ts";
import { listDestinations } from "./destinations/table.ts";
import { daysShown, toView } from "./figures/rules.ts";
import { readFigures } from "./figures/table.ts";
import { getBalance, nextMaturing } from "./ledger/table.ts";
import * as affiliates from "./table.ts";

/** Reads all in parallel: the wasted reads for users who have not joined cost less than a second round trip. */
export const handler = http(getAffiliate)(async ({ caller, now }) => {
  const id = caller.userId;
  const [firstDay = ""] = daysShown(now);
  const longestHold = Math.max(...Object.values(HOLD_DAYS)) * DAY;
  const [affiliate, figures, balance, nextAvailableAt, destinations] = await Promise.all([
    affiliates.getAffiliate(id),
    readFigures(id, firstDay),
    getBalance(id),
    nextMaturing(id, new Date(now.getTime() - longestHold)),
    listDestinations(),
  ]);
  if (!affiliate) return { affiliate: null };
  const { emailConfirmed } = caller.user;
  const buyerDiscount = affiliate.givesDiscount ? await buyerDiscountOf(affiliate, now) : null;
  const seen = { affiliate, figures, balance, nextAvailableAt, destinations, emailConfirmed, buyerDiscount };
  return { affiliate: toView({ ...seen, siteUrl: env("SITE_URL") }, now) };
});
