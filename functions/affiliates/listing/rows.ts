import type { Listed } from "#shared/affiliates/listed.ts";
import type { AffiliateRow } from "#shared/affiliates/operator.ts";
import type { Keys, Rows } from "../../platform/dynamo.ts";
import { type Standing, toAffiliateRow } from "./rules.ts";
import { standingIn, standingKeys } from "./standingTable.ts";
import type { ListedAffiliate } from "./table.ts";

/** The keys of the figures that these affiliates' rows lack. Usually none. */
export function besideKeys(affiliates: readonly ListedAffiliate[]): Keys {
  const ids = affiliates.filter(({ listKept }) => !listKept).map(({ affiliateId }) => affiliateId);
  return ids.length === 0 ? {} : standingKeys(ids);
}

/** @param rows read with `besideKeys` */
export const affiliateRows = (affiliates: readonly ListedAffiliate[], rows: Rows): AffiliateRow[] =>
  affiliates.map((affiliate) =>
    toAffiliateRow(
      affiliate,
      affiliate.listKept ? standingOf(affiliate) : standingOf(standingIn(rows, affiliate.affiliateId)),
    ),
  );

const standingOf = (listed: Omit<Listed, "listKept">): Standing => ({
  referrals: listed.listReferrals,
  earnedCents: listed.listEarnedCents,
  owedCents: listed.listOwedCents,
  lastPayoutAt: listed.listPaidAt,
});
