import * as z from "zod/mini";
import { Balance, NO_BALANCE } from "#shared/affiliates/commission.ts";
import { type Listed, listedOf } from "#shared/affiliates/listed.ts";
import { Instant } from "#shared/instant.ts";
import type { Keys, Rows } from "../../platform/dynamo.ts";
import { TRAFFIC, totalKey } from "../../referrals/index.ts";
import { readCounted } from "../figures/table.ts";
import { balanceKey, PAYOUTS } from "../ledger/table.ts";

const Kept = z.object({
  lastPaidAt: z._default(z.nullable(Instant), null),
});

/** The rows with the figures for a list. @param affiliateIds up to 40 */
export const standingKeys = (affiliateIds: readonly string[]): Keys => ({
  [PAYOUTS()]: affiliateIds.map(balanceKey),
  [TRAFFIC()]: affiliateIds.map(totalKey),
});

/** @param rows read with `standingKeys` */
export function standingIn(rows: Rows, affiliateId: string): Omit<Listed, "listKept"> {
  const balance = rows[PAYOUTS()]?.find(({ pk }) => pk === balanceKey(affiliateId).pk);
  const total = rows[TRAFFIC()]?.find(({ pk }) => pk === totalKey(affiliateId).pk);
  return standingOf(balance, total);
}

function standingOf(balance: unknown, total: unknown): Omit<Listed, "listKept"> {
  return {
    listReferrals: readCounted(total).referrals,
    ...listedOf(balance === undefined ? NO_BALANCE : Balance.parse(balance)),
    listPaidAt: Kept.parse(balance ?? {}).lastPaidAt,
  };
}
