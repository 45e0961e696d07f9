import { updateItem, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { getAffiliate } from "../table.ts";

/** In Affiliates, on the affiliate's own row: their account at Stripe, and whether it may be paid. */
const TABLE = () => env("TABLE_AFFILIATES");
const key = (affiliateId: string) => ({ pk: `affiliate#${affiliateId}`, sk: "affiliate" });

/** One Stripe account an affiliate, whoever races: the first id stays, and is answered. */
export async function keepStripeAccount(affiliateId: string, accountId: string): Promise<string> {
  try {
    await updateItem({
      TableName: TABLE(),
      Key: key(affiliateId),
      UpdateExpression: "SET stripeAccountId = :account",
      ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(stripeAccountId)",
      ExpressionAttributeValues: { ":account": accountId },
    });
    return accountId;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return (await getAffiliate(affiliateId))?.stripeAccountId ?? accountId;
  }
}

/** As Stripe says of this account now; what is said of one that is not theirs any more changes nothing. */
export async function notePayable(affiliateId: string, accountId: string, isPayable: boolean): Promise<void> {
  try {
    await updateItem({
      TableName: TABLE(),
      Key: key(affiliateId),
      UpdateExpression: "SET payoutsEnabled = :payable",
      ConditionExpression: "stripeAccountId = :account",
      ExpressionAttributeValues: { ":account": accountId, ":payable": isPayable },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}
