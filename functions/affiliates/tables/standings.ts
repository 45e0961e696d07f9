import * as z from "zod/mini";
import { Balance, NO_BALANCE } from "#shared/affiliates/commission.ts";
import { type Listed, listedOf } from "#shared/affiliates/listed.ts";
import { Instant } from "#shared/instant.ts";
import { getItem, type Keys, type Rows, retryOnConflict, transact } from "../../platform/dynamo.ts";
import { readCounted } from "../figures/table.ts";
import { balanceKey, PAYOUTS } from "../ledger/table.ts";
import { AFFILIATES, affiliateKey } from "../table.ts";
import { TRAFFIC, totalKey } from "../traffic/table.ts";
import { keepListed } from "./listed.ts";

const Kept = z.object({
  lastPaidAt: z._default(z.nullable(Instant), null),
  version: z._default(z.int(), 0),
});

/** Where it stands what a list shows beside each affiliate. @param affiliateIds 40 at most */
export const standingKeys = (affiliateIds: readonly string[]): Keys => ({
  [PAYOUTS()]: affiliateIds.map(balanceKey),
  [TRAFFIC()]: affiliateIds.map(totalKey),
});

/** @param rows what was read by `standingKeys` */
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

/**
 * Writes into the affiliate's row what the ledger and the traffic say, if neither moves meanwhile. For rows from
 * before the list kept it.
 */
export function refreshListed(affiliateId: string): Promise<void> {
  return retryOnConflict(async () => {
    const [affiliate, balance, total] = await Promise.all([
      getItem({ TableName: AFFILIATES(), Key: affiliateKey(affiliateId) }),
      getItem({ TableName: PAYOUTS(), Key: balanceKey(affiliateId) }),
      getItem({ TableName: TRAFFIC(), Key: totalKey(affiliateId) }),
    ]);
    if (!affiliate) return;
    await transact([
      keepListed(affiliateId, standingOf(balance, total)),
      {
        ConditionCheck: {
          TableName: PAYOUTS(),
          Key: balanceKey(affiliateId),
          ConditionExpression: balance ? "version = :version" : "attribute_not_exists(pk)",
          ...(balance ? { ExpressionAttributeValues: { ":version": Kept.parse(balance).version } } : {}),
        },
      },
      {
        ConditionCheck: {
          TableName: TRAFFIC(),
          Key: totalKey(affiliateId),
          ConditionExpression:
            total?.referrals === undefined ? "attribute_not_exists(referrals)" : "referrals = :referrals",
          ...(total?.referrals === undefined
            ? {}
            : { ExpressionAttributeValues: { ":referrals": total.referrals } }),
        },
      },
    ]);
  });
}
