import { Destination } from "#shared/referrals/destination.ts";
import { getItem, type Item, queryItems, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/**
 * Affiliates, partition "destinations": one row per destination, `sk` "to#<id>". The id comes from the destination's
 * name and is part of a link. The stream's consumers dispatch on `sk`, so the prefix keeps a destination named
 * "Affiliate" from looking like an affiliate.
 */
const TABLE = () => env("TABLE_AFFILIATES");
const PARTITION = "destinations";
export const destinationKey = (id: string) => ({ pk: PARTITION, sk: `to#${id}` });

export const toDestination = (item: Item): Destination => Destination.parse(item);

/** One page is enough, because there are few destinations. */
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

export function createDestination(destination: Destination): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...destinationKey(destination.id), ...destination },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

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
