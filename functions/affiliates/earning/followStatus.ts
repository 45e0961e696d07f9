import type { Commission } from "#shared/affiliates/commission.ts";
import { retryOnConflict, transact, type Write } from "../../platform/dynamo.ts";
import { getAffiliate, onlyWhileStatusIs } from "../../referrals/index.ts";
import { commissionsOf, findCommission, suspendWrites } from "../ledger/table.ts";

/** Holds an affiliate's commissions after a suspension and releases them when the suspension ends. Idempotent. */
export async function followStatus(affiliateId: string, now: Date): Promise<void> {
  for await (const page of commissionsOf(affiliateId))
    for (const commission of page) if (commission.status !== "paid") await hold(commission, now);
}

function hold(given: Commission, now: Date): Promise<void> {
  const { affiliateId, id } = given;
  return retryOnConflict(async (isFirst) => {
    const affiliate = await getAffiliate(affiliateId);
    const commission = isFirst ? given : await findCommission(affiliateId, id);
    if (!affiliate || !commission) return;
    const writes: Write[] = suspendWrites(commission, affiliate.status === "suspended", now);
    if (writes.length > 0) await transact(onlyWhileStatusIs(affiliateId, affiliate.status, writes));
  });
}
