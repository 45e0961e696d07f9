import { updateItem } from "../platform/dynamo.ts";
import { AFFILIATES, affiliateKey } from "./table.ts";

/** From now on the affiliate's page asks Stripe for the code's discount. */
export async function markDiscount(affiliateId: string): Promise<void> {
  await updateItem({
    TableName: AFFILIATES(),
    Key: affiliateKey(affiliateId),
    UpdateExpression: "SET givesDiscount = :yes",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":yes": true },
  });
}
