import { updateItem, WriteConflict } from "../platform/dynamo.ts";
import { accountRow, findUser } from "./table.ts";

const row = (userId: string) => {
  const { table, key } = accountRow(userId);
  return { TableName: table, Key: key };
};

/**
 * Stores the account's Stripe customer. In a race the first id wins and is returned.
 * @returns null if this customer was deleted at Stripe: create another. `isNew` if this call stored it
 */
export async function keepStripeCustomer(
  userId: string,
  customerId: string,
): Promise<{ customer: string; isNew: boolean } | null> {
  try {
    await updateItem({
      ...row(userId),
      UpdateExpression: "SET stripeCustomerId = :customer",
      ConditionExpression:
        "stripeCustomerId = :none AND (attribute_not_exists(lostStripeCustomer) OR lostStripeCustomer <> :customer)",
      ExpressionAttributeValues: { ":customer": customerId, ":none": null },
    });
    return { customer: customerId, isNew: true };
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    const user = await findUser(userId);
    const customer = user ? user.stripeCustomerId : customerId;
    return customer === null ? null : { customer, isNew: false };
  }
}

/** Removes the link to a customer that was deleted at Stripe. A newer link stays. */
export async function dropStripeCustomer(userId: string, customerId: string): Promise<void> {
  try {
    await updateItem({
      ...row(userId),
      UpdateExpression: "SET stripeCustomerId = :none, lostStripeCustomer = :customer",
      ConditionExpression: "stripeCustomerId = :customer",
      ExpressionAttributeValues: { ":customer": customerId, ":none": null },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}
