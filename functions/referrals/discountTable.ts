import { updateItem } from "../platform/dynamo.ts";
import { AFFILIATES, affiliateKey } from "./table.ts";

/** Marks that the affiliate's code takes something off: from now on their page asks Stripe what. */
export async function markDiscount(affiliateId: string): Promise<void> {
  await updateItem({
    TableName: AFFILIATES(),
    Key: affiliateKey(affiliateId),
    UpdateExpression: "SET givesDiscount = :yes",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":yes": true },
  });
}
