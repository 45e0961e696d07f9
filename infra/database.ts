import { Aws, RemovalPolicy } from "aws-cdk-lib";
import { CfnGlobalTable } from "aws-cdk-lib/aws-dynamodb";
import { streamParameter } from "./names.ts";
import { publish } from "./parameters.ts";
import type { Scope } from "./scope.ts";
import { TABLES, type TableDefinition } from "./tables.ts";

/**
 * Global tables, which can get replicas in other regions later; an AWS::DynamoDB::Table cannot. The logical ids must
 * not change: a new id creates a new table.
 */
export function createTables(scope: Scope): void {
  for (const [name, definition] of Object.entries<TableDefinition>(TABLES))
    createTable(scope, name, definition);
}

function createTable(scope: Scope, name: string, definition: TableDefinition): void {
  const { stack, names } = scope;
  const indexes = Object.entries(definition.indexes ?? {});
  const attributes = new Set(["pk", "sk", ...indexes.flatMap(([, index]) => [index.partition, index.sort])]);
  const table = new CfnGlobalTable(stack, `${name}Table`, {
    tableName: names.table(name),
    billingMode: "PAY_PER_REQUEST",
    attributeDefinitions: [...attributes].map((attributeName) => ({ attributeName, attributeType: "S" })),
    keySchema: keySchema("pk", "sk"),
    timeToLiveSpecification: { attributeName: "expiresAtEpoch", enabled: true },
    replicas: [
      {
        region: Aws.REGION,
        deletionProtectionEnabled: true,
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      },
    ],
    ...(indexes.length === 0
      ? {}
      : {
          globalSecondaryIndexes: indexes.map(([indexName, index]) => ({
            indexName,
            keySchema: keySchema(index.partition, index.sort),
            projection: { projectionType: "ALL" },
          })),
        }),
    ...(definition.stream ? { streamSpecification: { streamViewType: "NEW_AND_OLD_IMAGES" } } : {}),
  });
  table.applyRemovalPolicy(RemovalPolicy.RETAIN);
  if (definition.stream) publish(scope, streamParameter(name), table.attrStreamArn);
}

function keySchema(partition: string, sort: string) {
  return [
    { attributeName: partition, keyType: "HASH" },
    { attributeName: sort, keyType: "RANGE" },
  ];
}
