import type { Attribution } from "#shared/affiliates/affiliate.ts";
import type { Instant } from "#shared/instant.ts";
import { retryOnConflict, transact, type Write } from "../platform/dynamo.ts";
import { listReferral } from "./listedTable.ts";
import { attributionTo, mayAttribute, replacesAttribution } from "./rules.ts";
import { dropAttribution, findByCode, getAffiliate, getAttribution, keepAttribution } from "./table.ts";
import { countReferral, findClick } from "./traffic/table.ts";

/** Changes the attribution in Affiliates and its count in Traffic together. */
async function attribute(buyerUserId: string, affiliateId: string, via: Attribution["via"], now: Date) {
  await retryOnConflict(async () => {
    const [affiliate, before] = await Promise.all([getAffiliate(affiliateId), getAttribution(buyerUserId)]);
    const after = affiliate && attributionTo(affiliate, via, now, before);
    if (!after || !replacesAttribution(before, after)) return;
    const isSame = before?.affiliateId === after.affiliateId;
    await transact([
      keepAttribution(buyerUserId, before, after),
      ...(isSame ? [] : [countReferral(after.affiliateId, 1), listReferral(after.affiliateId, 1)]),
      ...(isSame || !before ? [] : await lose(before)),
    ]);
  });
}

/** If the affiliate's record was deleted, changes only the count in Traffic. */
async function lose({ affiliateId }: Attribution): Promise<Write[]> {
  const isThere = (await getAffiliate(affiliateId)) !== undefined;
  return [countReferral(affiliateId, -1), ...(isThere ? [listReferral(affiliateId, -1)] : [])];
}

/** @param cookie from the new customer's browser; ignored unless it is the id of one of our clicks */
export async function attributeByLink(buyerUserId: string, cookie: string, now: Date): Promise<void> {
  if (!/^[\w-]{32}$/.test(cookie)) return;
  const click = await findClick(cookie);
  if (click && mayAttribute(click, now)) await attribute(buyerUserId, click.affiliateId, "link", now);
}

/** Attributes a buyer who got a discount from an affiliate's code. */
export async function attributeTo(buyerUserId: string, affiliateId: string, now: Date): Promise<void> {
  await attribute(buyerUserId, affiliateId, "code", now);
}

/** @returns whether the code belongs to an active affiliate */
export async function attributeByCode(buyerUserId: string, code: string, now: Date): Promise<boolean> {
  const owner = await findByCode(code);
  if (owner?.status !== "active") return false;
  await attribute(buyerUserId, owner.affiliateId, "code", now);
  return true;
}

/** Ends commissions for this customer. @param since keeps a later attribution */
export async function removeAttribution(buyerUserId: string, since: Instant): Promise<void> {
  await retryOnConflict(async () => {
    const before = await getAttribution(buyerUserId);
    if (!before || before.at >= since) return;
    await transact([dropAttribution(buyerUserId, before), ...(await lose(before))]);
  });
}
