import { Destination } from "#shared/referrals/destination.ts";
import { getItem, type Item, queryItems, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/**
 * Affiliates, partition "destinations": one row each, `sk` "to#" and its id, which is its part of a link. An operator names
 * it, and followers of the table go by `sk`: without the prefix, one named "Affiliate" would be read as an affiliate.
 */
const TABLE = () => env("TABLE_AFFILIATES");
const PARTITION = "destinations";
export const destinationKey = (id: string) => ({ pk: PARTITION, sk: `to#${id}` });

export const toDestination = (item: Item): Destination => Destination.parse(item);

/** All of them; there are not many. */
export async function listDestinations(): Promise<Destination[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": PARTITION },
    ConsistentRead: true,
  });
  const destinations = items.map(toDestination);
  return destinations.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
}

export async function findDestination(id: string): Promise<Destination | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: destinationKey(id) });
  return item && toDestination(item);
}

/** For a transaction. */
export function createDestination(destination: Destination): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...destinationKey(destination.id), ...destination },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** For a transaction: where nobody changed it since it was read. */
export function replaceDestination(before: Destination, after: Destination): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...destinationKey(after.id), ...after },
      ConditionExpression: "#name = :name AND #url = :url AND is_active = :active",
      ExpressionAttributeNames: { "#name": "name", "#url": "url" },
      ExpressionAttributeValues: { ":name": before.name, ":url": before.url, ":active": before.is_active },
    },
  };
}
