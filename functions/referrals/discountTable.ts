import { updateItem } from "../platform/dynamo.ts";
import { AFFILIATES, affiliateKey } from "./table.ts";

/** Records that the code gives a discount, so that the affiliate's page asks Stripe for it. */
export async function markDiscount(affiliateId: string): Promise<void> {
  await updateItem({
    TableName: AFFILIATES(),
    Key: affiliateKey(affiliateId),
    UpdateExpression: "SET givesDiscount = :yes",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":yes": true },
  });
}
