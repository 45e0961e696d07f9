import { Recent } from "#shared/insights/recent.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import { queryItems, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/** Insights, partition "recent": recent events, `sk` the time and the entry's id. Rows expire after ninety days. */
const TABLE = () => env("TABLE_INSIGHTS");
const PARTITION = "recent";
const KEPT_FOR = 90 * DAY;
const keyOf = ({ at, id }: Recent) => ({ pk: PARTITION, sk: `${at}#${id}` });

export function recentWrites(before: Recent | undefined, after: Recent | undefined): Write[] {
  const isMoved = before && after && keyOf(before).sk !== keyOf(after).sk;
  return [
    ...(before && (!after || isMoved) ? [{ Delete: { TableName: TABLE(), Key: keyOf(before) } }] : []),
    ...(after
      ? [
          {
            Put: {
              TableName: TABLE(),
              Item: {
                ...keyOf(after),
                ...after,
                expiresAtEpoch: Math.floor((Date.parse(after.at) + KEPT_FOR) / SECOND),
              },
            },
          },
        ]
      : []),
  ];
}

export async function listRecent(limit: number): Promise<Recent[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :recent",
    ExpressionAttributeValues: { ":recent": PARTITION },
    ScanIndexForward: false,
    Limit: limit,
  });
  return items.map((item) => Recent.parse(item));
}
