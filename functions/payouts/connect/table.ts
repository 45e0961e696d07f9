import * as z from "zod/mini";
import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import { getItem, transact, updateItem, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { type Reading, startReading, Told } from "../../platform/reading.ts";
import { getAffiliate } from "../../referrals/index.ts";

/**
 * In Affiliates: the affiliate's own row has the country, the account at Stripe, and whether it can be paid. `pk`
 * "account#<account>" has two rows: `sk` "reading" counts the account's readings; `sk` "owner" names the affiliate,
 * because Stripe shows nothing about closed or deleted accounts.
 */
const TABLE = () => env("TABLE_AFFILIATES");
const key = (affiliateId: string) => ({ pk: `affiliate#${affiliateId}`, sk: "affiliate" });
const accountKey = (accountId: string, sk: "reading" | "owner") => ({ pk: `account#${accountId}`, sk });

/** Stores the country of the affiliate's bank account. It cannot change once the account at Stripe exists. */
export async function keepCountry(affiliateId: string, country: string): Promise<void> {
  try {
    await updateItem({
      TableName: TABLE(),
      Key: key(affiliateId),
      UpdateExpression: "SET country = :country",
      ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(stripeAccountId)",
      ExpressionAttributeValues: { ":country": country },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

/**
 * Stores an affiliate's Stripe account. In a race, the first id wins and is returned. A new account cannot be paid yet.
 * Stripe may return an account that was stored before. It is refused, because it may belong to an impostor.
 * @param gone the account to replace
 * @returns null if this account was stored before: create another
 */
export async function keepStripeAccount(
  affiliateId: string,
  accountId: string,
  gone: string | null,
): Promise<string | null> {
  try {
    await transact([
      {
        Update: {
          TableName: TABLE(),
          Key: key(affiliateId),
          UpdateExpression: "SET stripeAccountId = :account, payoutsEnabled = :no",
          ...(gone === null
            ? {
                ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(stripeAccountId)",
                ExpressionAttributeValues: { ":account": accountId, ":no": false },
              }
            : {
                ConditionExpression: "stripeAccountId = :gone",
                ExpressionAttributeValues: { ":account": accountId, ":no": false, ":gone": gone },
              }),
        },
      },
      {
        Put: {
          TableName: TABLE(),
          Item: { ...accountKey(accountId, "owner"), affiliateId },
          ConditionExpression: "attribute_not_exists(pk)",
        },
      },
    ]);
    return accountId;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    const affiliate = await getAffiliate(affiliateId);
    if (!affiliate) return accountId;
    const { stripeAccountId } = affiliate;
    return stripeAccountId === undefined || stripeAccountId === gone ? null : stripeAccountId;
  }
}

export function startAccountReading(accountId: string): Promise<Reading> {
  return startReading({ TableName: TABLE(), Key: accountKey(accountId, "reading") });
}

export async function ownerOfAccount(accountId: string): Promise<string | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: accountKey(accountId, "owner") });
  return item && Owner.parse(item).affiliateId;
}

const Owner = z.object({ affiliateId: z.string() });

export function notePayable(
  reading: Reading,
  { affiliateId, stripeAccountId }: Affiliate,
  isPayable: boolean,
): Told {
  return new Told(reading, {
    Update: {
      TableName: TABLE(),
      Key: key(affiliateId),
      UpdateExpression: "SET payoutsEnabled = :payable ADD accountReadings :one",
      ConditionExpression: "stripeAccountId = :account",
      ExpressionAttributeValues: { ":account": stripeAccountId, ":payable": isPayable, ":one": 1 },
    },
  });
}
