import type { AffiliateRow } from "#shared/affiliates/operator.ts";
import { toAffiliateRow } from "./rules.ts";
import type { ListedAffiliate } from "./table.ts";

export const affiliateRows = (affiliates: readonly ListedAffiliate[]): AffiliateRow[] =>
  affiliates.map((affiliate) =>
    toAffiliateRow(affiliate, {
      referrals: affiliate.listReferrals,
      earnedCents: affiliate.listEarnedCents,
      owedCents: affiliate.listOwedCents,
      lastPayoutAt: affiliate.listPaidAt,
    }),
  );
