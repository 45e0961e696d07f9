import { Attribution } from "#shared/affiliates/affiliate.ts";
import type { Instant } from "#shared/instant.ts";
import { getItem, retryOnConflict, transact, type Write } from "../platform/dynamo.ts";
import { attributionTo, mayAttribute, replacesAttribution } from "./rules.ts";
import { AFFILIATES, affiliateKey, findByCode, getAffiliate } from "./table.ts";
import { countReferral, findClick } from "./traffic/table.ts";

/** In Affiliates: a customer's attribution, `pk` "user#<account>", `sk` "attribution". */
const attributionKey = (buyerUserId: string) => ({ pk: `user#${buyerUserId}`, sk: "attribution" });

export async function getAttribution(buyerUserId: string): Promise<Attribution | undefined> {
  const item = await getItem({ TableName: AFFILIATES(), Key: attributionKey(buyerUserId) });
  return item && Attribution.parse(item);
}

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

/** For a transaction that counts a referral. Fails if the affiliate's record has been deleted. */
export const listReferral = (affiliateId: string, by: 1 | -1): Write => ({
  Update: {
    TableName: AFFILIATES(),
    Key: affiliateKey(affiliateId),
    UpdateExpression: "ADD listReferrals :by",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":by": by },
  },
});

/** @param cookie from the new customer's browser; ignored unless it is the id of one of our clicks */
export async function attributeByLink(buyerUserId: string, cookie: string, now: Date): Promise<void> {
  if (!/^[\w-]{32}$/.test(cookie)) return;
  const click = await findClick(cookie);
  if (click && mayAttribute(click, now)) await attribute(buyerUserId, click.affiliateId, "link", now);
}

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

/** Ends commissions for this customer. @param since an attribution from this time or later stays */
export async function removeAttribution(buyerUserId: string, since: Instant): Promise<void> {
  await retryOnConflict(async () => {
    const before = await getAttribution(buyerUserId);
    if (!before || before.at >= since) return;
    await transact([dropAttribution(buyerUserId, before), ...(await lose(before))]);
  });
}

/** For a transaction: fails if the attribution has changed since it was read. */
export function keepAttribution(
  buyerUserId: string,
  before: Attribution | undefined,
  after: Attribution,
): Write {
  return {
    Put: {
      TableName: AFFILIATES(),
      Item: { ...attributionKey(buyerUserId), ...after },
      ...(before === undefined
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : {
            ConditionExpression: "affiliateId = :affiliate AND #at = :at",
            ExpressionAttributeNames: { "#at": "at" },
            ExpressionAttributeValues: { ":affiliate": before.affiliateId, ":at": before.at },
          }),
    },
  };
}

function dropAttribution(buyerUserId: string, before: Attribution): Write {
  return {
    Delete: {
      TableName: AFFILIATES(),
      Key: attributionKey(buyerUserId),
      ConditionExpression: "affiliateId = :affiliate AND #at = :at",
      ExpressionAttributeNames: { "#at": "at" },
      ExpressionAttributeValues: { ":affiliate": before.affiliateId, ":at": before.at },
    },
  };
}
