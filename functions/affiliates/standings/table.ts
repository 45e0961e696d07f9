import * as z from "zod/mini";
import { Balance, NO_BALANCE } from "#shared/affiliates/commission.ts";
import { Instant } from "#shared/instant.ts";
import { getItems, type Item } from "../../platform/dynamo.ts";
import { readCounted } from "../figures/table.ts";
import { balanceKey, PAYOUTS } from "../ledger/table.ts";
import type { Standing } from "../listing/rules.ts";
import { TRAFFIC, totalKey } from "../traffic/table.ts";

const LastPayout = z.object({ lastPaidAt: z._default(z.nullable(Instant), null) });

/** What a list shows beside each affiliate, of both tables by one call. @param affiliateIds 50 at most */
export async function readStandings(affiliateIds: readonly string[]): Promise<(id: string) => Standing> {
  const rows = await getItems({
    [PAYOUTS()]: affiliateIds.map(balanceKey),
    [TRAFFIC()]: affiliateIds.map(totalKey),
  });
  const byOwner = (items: readonly Item[] = []) => new Map(items.map((item) => [item.pk, item]));
  const balances = byOwner(rows[PAYOUTS()]);
  const totals = byOwner(rows[TRAFFIC()]);
  return (id) => {
    const balance = balances.get(balanceKey(id).pk);
    return {
      referrals: readCounted(totals.get(totalKey(id).pk)).referrals,
      balance: balance === undefined ? NO_BALANCE : Balance.parse(balance),
      lastPayoutAt: LastPayout.parse(balance ?? {}).lastPaidAt,
    };
  };
}
