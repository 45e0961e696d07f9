import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import { placesIn, ROOT } from "../../local/options.ts";
import { readStackFile } from "../../local/stackFile.ts";
import { Refusal } from "../deploy/run.ts";
import { apiOf } from "./api.ts";
import type { Shop } from "./shop.ts";
import { readSiteConfig } from "./siteConfig.ts";
import { stripeAt } from "./stripeAt.ts";
import { requireTestKey } from "./testKey.ts";

/** The running local stack, found by its `stack.json`. @throws Refusal if no stack runs */
export async function openLocalShop(stackFile = placesIn(`${ROOT}/.local`).stackFile): Promise<Shop> {
  const stack = readStackFile(stackFile);
  if (stack === undefined) throw new Refusal("The local stack is not running: start it with npm run dev.");
  const { siteUrl, apiUrl, dynamodb } = stack;
  const stripe = stripeAt(requireTestKey(stack.stripe.secretKey, "The sandbox's key"), stack.stripe.apiUrl);
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: dynamodb.endpoint,
      region: dynamodb.region,
      credentials: { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY },
    }),
  );
  return {
    name: "local",
    siteUrl,
    apiUrl,
    gatewayUrl: undefined,
    config: await readSiteConfig(siteUrl),
    api: apiOf(apiUrl),
    stripe,
    ownAddress: async () => undefined,
    eventRow: async (pk, sk) =>
      (await documents.send(new GetCommand({ TableName: dynamodb.tables.Events, Key: { pk, sk } }))).Item,
    alarms: async () => undefined,
  };
}
