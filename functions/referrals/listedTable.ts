import type { Balance } from "#shared/affiliates/commission.ts";
import { listedOf } from "#shared/affiliates/listed.ts";
import type { Write } from "../platform/dynamo.ts";
import { AFFILIATES, affiliateKey } from "./table.ts";

/**
 * In Affiliates, on the affiliate's own row: what the operator's list shows of the ledger and of the traffic. The
 * transactions that move those move it too, so that a page of the list reads the rows that it lists and no others.
 */

/** For a transaction with a change of the ledger. Nothing where the list shows what it showed. */
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

/** For a transaction that counts a referral. The affiliate's record may have been deleted since it was read. */
export const listReferral = (affiliateId: string, by: 1 | -1): Write => ({
  Update: {
    TableName: AFFILIATES(),
    Key: affiliateKey(affiliateId),
    UpdateExpression: "ADD listReferrals :by",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":by": by },
  },
});
