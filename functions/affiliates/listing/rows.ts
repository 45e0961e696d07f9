import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import type { AffiliateRow } from "#shared/affiliates/operator.ts";
import type { Rows } from "../../platform/dynamo.ts";
import { standingIn } from "../tables/standings.ts";
import { toAffiliateRow } from "./rules.ts";

/** @param rows what was read by `standingKeys` */
export const affiliateRows = (affiliates: readonly Affiliate[], rows: Rows): AffiliateRow[] =>
  affiliates.map((affiliate) => toAffiliateRow(affiliate, standingIn(rows, affiliate.affiliateId)));
