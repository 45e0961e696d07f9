import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import type { Instant } from "#shared/instant.ts";
import { foldCode } from "#shared/referrals/foldCode.ts";
import { getItem, transact, type Write } from "../platform/dynamo.ts";
import { AFFILIATES, affiliateKey, changeStatus, codeKey, count, getAffiliate } from "../referrals/index.ts";
import { balanceKey, PAYOUTS } from "./ledger/table.ts";

/**
 * Removes an affiliate membership that an impostor started. If the affiliate earned nothing, deletes the affiliate and
 * the code, so that the account's owner can join. Otherwise the ledger needs the affiliate. In this case, removes only
 * the Stripe account and the country, and suspends the affiliate until an operator decides. A mail tells the owner.
 * @param since a membership that began at this time or later stays. @throws WriteConflict
 */
export async function leaveAsStranger(affiliateId: string, since: Instant): Promise<void> {
  const [affiliate, balance] = await Promise.all([
    getAffiliate(affiliateId),
    getItem({ TableName: PAYOUTS(), Key: balanceKey(affiliateId) }),
  ]);
  if (!affiliate || affiliate.joinedAt >= since) return;
  if (!balance) return transact(remove(affiliate));
  const { status } = affiliate;
  if (status === "active") await transact(changeStatus({ ...affiliate, status }, "suspended", since));
  await transact([forgetAccount(affiliateId)]);
}

function remove({ affiliateId, referralCode, status }: Affiliate): Write[] {
  return [
    {
      Delete: {
        TableName: AFFILIATES(),
        Key: affiliateKey(affiliateId),
        ConditionExpression: "#status = :status",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":status": status },
      },
    },
    { Delete: { TableName: AFFILIATES(), Key: codeKey(foldCode(referralCode) ?? referralCode) } },
    count({ [status]: -1 }),
  ];
}

function forgetAccount(affiliateId: string): Write {
  return {
    Update: {
      TableName: AFFILIATES(),
      Key: affiliateKey(affiliateId),
      UpdateExpression: "SET payoutsEnabled = :no REMOVE stripeAccountId, country",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":no": false },
    },
  };
}
