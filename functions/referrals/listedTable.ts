import type { Balance } from "#shared/affiliates/commission.ts";
import { listedOf } from "#shared/affiliates/listed.ts";
import type { Write } from "../platform/dynamo.ts";
import { AFFILIATES, affiliateKey } from "./table.ts";

/**
 * On the affiliate's own row in Affiliates: the sums from the ledger and the traffic that the operator's list shows.
 * A transaction that changes the ledger or the traffic also changes these sums, so the list needs no other rows.
 */

/** For a transaction that changes the ledger. Empty if no value in the operator's list changes. */
export function listMoves(affiliateId: string, change: Balance, paidAt: string | undefined): Write[] {
  const { listEarnedCents, listOwedCents } = listedOf(change);
  if (listEarnedCents === 0 && listOwedCents === 0 && paidAt === undefined) return [];
  return [
    {
      Update: {
        TableName: AFFILIATES(),
        Key: affiliateKey(affiliateId),
        UpdateExpression: `${paidAt === undefined ? "" : "SET listPaidAt = :paidAt "}ADD listEarnedCents :earned, listOwedCents :owed`,
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: {
          ":earned": listEarnedCents,
          ":owed": listOwedCents,
          ...(paidAt === undefined ? {} : { ":paidAt": paidAt }),
        },
      },
    },
  ];
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
