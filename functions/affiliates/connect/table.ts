import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import { updateItem, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { type Reading, startReading, Told } from "../../platform/reading.ts";
import { getAffiliate } from "../table.ts";

/**
 * In Affiliates, on the affiliate's own row: their account at Stripe, and whether it can be paid. Beside it `pk`
 * "account#<account>", `sk` "reading": the counter of the account's readings.
 */
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

/** A reading of what Stripe says about this account. Call it before you ask Stripe. */
export function startAccountReading(accountId: string): Promise<Reading> {
  return startReading({ TableName: TABLE(), Key: { pk: `account#${accountId}`, sk: "reading" } });
}

/** Whether Stripe pays this affiliate's account, as long as it is theirs. */
export function notePayable(
  reading: Reading,
  { affiliateId, stripeAccountId }: Affiliate,
  isPayable: boolean,
): Told {
  return new Told(reading, {
    Update: {
      TableName: TABLE(),
      Key: key(affiliateId),
      UpdateExpression: "SET payoutsEnabled = :payable",
      ConditionExpression: "stripeAccountId = :account",
      ExpressionAttributeValues: { ":account": stripeAccountId, ":payable": isPayable },
    },
  });
}
