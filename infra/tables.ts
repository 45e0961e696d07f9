import { Aws, RemovalPolicy } from "aws-cdk-lib";
import { CfnGlobalTable } from "aws-cdk-lib/aws-dynamodb";
import { streamParameter } from "./names.ts";
import { publish } from "./parameters.ts";
import type { Scope } from "./scope.ts";

type Index = { readonly partition: string; readonly sort: string };
type TableDefinition = {
  readonly indexes?: Readonly<Record<string, Index>>;
  /** Where something is derived from the table's changes. */
  readonly stream?: true;
  /** What people own, and money: copies lie in the vault. What the others have is derived, short-lived or statistics. */
  readonly vault?: true;
};

/** Every table has `pk` and `sk`, strings; `expiresAtEpoch` ends an item's life where a row carries it. */
export const TABLES = {
  Users: { stream: true, vault: true },
  Grants: { stream: true, vault: true },
  Seats: { stream: true, vault: true, indexes: { byUser: { partition: "userId", sort: "assignedAt" } } },
  Promotions: { vault: true, indexes: { byDue: { partition: "queue", sort: "heldUntil" } } },
  Events: { stream: true, vault: true, indexes: { byQueue: { partition: "queue", sort: "receivedAt" } } },
  Limits: {},
  Alerts: { stream: true, indexes: { byState: { partition: "state", sort: "lastSeenAt" } } },
  Insights: {},
  Affiliates: {
    stream: true,
    vault: true,
    indexes: {
      byJoined: { partition: "list", sort: "joinedAt" },
      byStatus: { partition: "status", sort: "joinedAt" },
      byEmail: { partition: "list", sort: "normalisedEmail" },
      byCode: { partition: "list", sort: "referralCode" },
    },
  },
  Traffic: {
    indexes: {
      byAffiliate: { partition: "ownFeed", sort: "position" },
      byTime: { partition: "feed", sort: "position" },
    },
    stream: true,
  },
  Activity: { indexes: { byTime: { partition: "userId", sort: "createdAt" } } },
  Directory: {
    indexes: {
      byCreated: { partition: "list", sort: "createdAt" },
      byName: { partition: "list", sort: "name" },
      bySeen: { partition: "list", sort: "seenAt" },
      shelfByCreated: { partition: "shelf", sort: "createdAt" },
      shelfByName: { partition: "shelf", sort: "name" },
      shelfBySeen: { partition: "shelf", sort: "seenAt" },
      /** Those that time alone will change, by when it does. */
      byDue: { partition: "due", sort: "dueAt" },
    },
  },
  Audit: { vault: true, indexes: { byUser: { partition: "userId", sort: "at" } } },
  Payouts: {
    stream: true,
    vault: true,
    indexes: {
      /** What waits for something, by when it is due: a commission that matures, a payout in its status. */
      byQueue: { partition: "queue", sort: "dueAt" },
      /** What a page lists as a whole, by time. */
      byList: { partition: "list", sort: "listedAt" },
    },
  },
} as const satisfies Record<string, TableDefinition>;

export type TableName = keyof typeof TABLES;
/** The tables that have a stream. */
export type StreamedTable = {
  [T in TableName]: (typeof TABLES)[T] extends { stream: true } ? T : never;
}[TableName];
/** The tables that the vault has copies of. */
export const VAULT_TABLES = Object.entries<TableDefinition>(TABLES)
  .filter(([, { vault }]) => vault)
  .map(([name]) => name);
/** `Seats/byUser` */
export type IndexName = {
  [T in TableName]: (typeof TABLES)[T] extends { indexes: infer I } ? `${T}/${keyof I & string}` : never;
}[TableName];

/**
 * Tables of the kind that can get replicas in other regions later: one that was made as AWS::DynamoDB::Table
 * cannot become one. Logical ids are fixed: another id is another table.
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
