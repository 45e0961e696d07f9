import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { DAY } from "#shared/instant.ts";
import type { StackFile } from "../stackFile.ts";

const OFFERED_UNITS = 25;
const OFFER_LASTS = 30 * DAY;

/** The lifetime offer is on, as an operator would have set it; the row is that of the promotions feature. */
export async function openOffer(
  { dynamodb: { endpoint, region, tables } }: StackFile,
  credentials: { accessKeyId: string; secretAccessKey: string },
): Promise<void> {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  await documents.send(
    new PutCommand({
      TableName: tables.Promotions,
      Item: {
        pk: "promotion",
        sk: "lifetime",
        enabled: true,
        heroText: "",
        subtitle: "",
        endAt: new Date(Date.now() + OFFER_LASTS).toISOString(),
        total: OFFERED_UNITS,
        sold: 0,
        reserved: 0,
        left: OFFERED_UNITS,
        version: 1,
      },
    }),
  );
  documents.destroy();
}
