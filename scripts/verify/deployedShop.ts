import { CloudWatchClient, paginateDescribeAlarms } from "@aws-sdk/client-cloudwatch";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { API_PATH } from "#shared/site.ts";
import { type Aws, connectAws } from "../aws/aws.ts";
import { deploymentOf } from "../deploy/deployment.ts";
import { Refusal } from "../deploy/run.ts";
import { apiOf } from "./api.ts";
import type { Alarm, Shop } from "./shop.ts";
import { readSiteConfig } from "./siteConfig.ts";
import { stripeAt } from "./stripeAt.ts";
import { requireTestKey } from "./testKey.ts";

const StripeSecret = z.object({ secretKey: z.string() });
/** Amazon's page with the caller's public IP address. */
const ADDRESS_PAGE = "https://checkip.amazonaws.com";

export type DeployedOptions = {
  readonly stage: string;
  /** A test key for Stripe. Default: the stage's own. */
  readonly stripeKey?: string | undefined;
  /** A sandbox instead of Stripe. */
  readonly stripeUrl?: string | undefined;
};

/** Opens a stage in the environment's account and region. @throws Refusal if it has a live key */
export async function openDeployedShop({ stage, stripeKey, stripeUrl }: DeployedOptions): Promise<Shop> {
  const { hasAlarms, parameter, secret, table, stack } = deploymentOf(stage);
  const aws = await connectAws();
  const parameterOf = async (name: string): Promise<string> => {
    const value = await aws.parameter(parameter(name));
    if (value !== undefined) return value;
    throw new Refusal(
      `The stage ${stage} is not deployed here: the parameter ${parameter(name)} is missing.`,
    );
  };
  // Checks the stored key even if a test key is given, because real customers use a stage with a live key.
  const stored = await storedKey(aws, secret("stripe"));
  const key = stripeKey ?? stored;
  const [siteUrl, apiId] = [await parameterOf("site-url"), await parameterOf("api-id")];
  const config = await readSiteConfig(siteUrl);
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ region: aws.region }));
  const apiUrl = `${siteUrl}${API_PATH}`;
  return {
    name: stage,
    siteUrl,
    apiUrl,
    gatewayUrl: `https://${apiId}.execute-api.${config.region}.amazonaws.com${API_PATH}`,
    config,
    api: apiOf(apiUrl),
    stripe: stripeAt(key, stripeUrl),
    ownAddress: async () => (await (await fetch(ADDRESS_PAGE)).text()).trim(),
    eventRow: async (pk, sk) =>
      (await documents.send(new GetCommand({ TableName: table("Events"), Key: { pk, sk } }))).Item,
    alarms: async () => (hasAlarms ? await alarmsOf(aws.region, stack("")) : undefined),
  };
}

async function storedKey(aws: Aws, name: string): Promise<string> {
  const read = z.safeParse(StripeSecret, JSON.parse((await aws.secret(name)) ?? "{}"));
  if (!read.success)
    throw new Refusal(`The secret ${name} holds no Stripe key: npm run operate -- secrets:set sets it.`);
  return requireTestKey(read.data.secretKey, `The key in ${name}`);
}

async function alarmsOf(region: string, prefix: string): Promise<Alarm[]> {
  const alarms: Alarm[] = [];
  const client = new CloudWatchClient({ region });
  for await (const { MetricAlarms = [], CompositeAlarms = [] } of paginateDescribeAlarms(
    { client },
    { AlarmNamePrefix: prefix },
  ))
    for (const { AlarmName = "", StateValue = "" } of [...MetricAlarms, ...CompositeAlarms])
      alarms.push({ name: AlarmName, state: StateValue });
  return alarms;
}
