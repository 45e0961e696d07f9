import { paginateListStackResources, paginateListStacks } from "@aws-sdk/client-cloudformation";
import { paginateListUserPools } from "@aws-sdk/client-cognito-identity-provider";
import { paginateListTables } from "@aws-sdk/client-dynamodb";
import { paginateListFunctions } from "@aws-sdk/client-lambda";
import { ListBucketsCommand } from "@aws-sdk/client-s3";
import { paginateListSecrets } from "@aws-sdk/client-secrets-manager";
import { paginateDescribeParameters } from "@aws-sdk/client-ssm";
import type { Aws } from "../../aws/aws.ts";

export async function countResources(aws: Aws, prefix: string): Promise<number> {
  const client = aws.clients().cloudFormation();
  let count = 0;
  for await (const { StackSummaries = [] } of paginateListStacks({ client }, {}))
    for (const { StackName = "", StackStatus } of StackSummaries) {
      if (!StackName.startsWith(prefix) || StackStatus === "DELETE_COMPLETE") continue;
      for await (const { StackResourceSummaries = [] } of paginateListStackResources(
        { client },
        { StackName },
      ))
        count += StackResourceSummaries.length;
    }
  return count;
}

/** Looks for everything that stacks retain and scripts create. @returns a finding for each leftover of a stage */
export async function namesLeft(aws: Aws, prefix: string): Promise<string[]> {
  const { cloudFormation, cognito, dynamodb, lambda, s3, secrets, ssm } = aws.clients();
  const found: (string | undefined)[] = [];
  for await (const { StackSummaries = [] } of paginateListStacks({ client: cloudFormation() }, {}))
    found.push(
      ...StackSummaries.filter(({ StackStatus }) => StackStatus !== "DELETE_COMPLETE").map(
        ({ StackName }) => StackName,
      ),
    );
  for await (const { UserPools = [] } of paginateListUserPools({ client: cognito() }, { MaxResults: 60 }))
    found.push(...UserPools.map(({ Name }) => `${Name}-`));
  for await (const { TableNames = [] } of paginateListTables({ client: dynamodb() }, {}))
    found.push(...TableNames);
  for await (const { Functions = [] } of paginateListFunctions({ client: lambda() }, {}))
    found.push(...Functions.map(({ FunctionName }) => FunctionName));
  found.push(...((await s3().send(new ListBucketsCommand({}))).Buckets ?? []).map(({ Name }) => Name));
  for await (const { SecretList = [] } of paginateListSecrets({ client: secrets() }, {}))
    found.push(...SecretList.map(({ Name }) => Name?.replaceAll("/", "-")));
  for await (const { Parameters = [] } of paginateDescribeParameters({ client: ssm() }, {}))
    found.push(...Parameters.map(({ Name }) => Name?.slice(1).replaceAll("/", "-")));
  return (
    found
      .filter((name) => name !== undefined)
      .filter((name) => name.startsWith(prefix))
      // docs/deploy.md does not remove the pipeline stack, which has GitHub's role.
      .filter((name) => name !== `${prefix}pipeline`)
      .map((name) => `${name} is still there`)
  );
}
