export type Index = { readonly partition: string; readonly sort: string };
export type TableDefinition = {
  readonly indexes?: Readonly<Record<string, Index>>;
  /** Set if functions follow the table's changes. */
  readonly stream?: true;
  /** Money and what people own: the vault keeps copies. The other tables hold derived or short-lived data. */
  readonly vault?: true;
};

/** Every table has string keys `pk` and `sk`. DynamoDB deletes an item after its `expiresAtEpoch`. */
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
      /** Rows that change at a set time, sorted by that time. */
      byDue: { partition: "due", sort: "dueAt" },
    },
  },
  Audit: { vault: true, indexes: { byUser: { partition: "userId", sort: "at" } } },
  Payouts: {
    stream: true,
    vault: true,
    indexes: {
      /** Rows that wait, by due date: for example a commission during its hold, or a payout to approve. */
      byQueue: { partition: "queue", sort: "dueAt" },
      byList: { partition: "list", sort: "listedAt" },
    },
  },
} as const satisfies Record<string, TableDefinition>;

export type TableName = keyof typeof TABLES;
export type StreamedTable = {
  [T in TableName]: (typeof TABLES)[T] extends { stream: true } ? T : never;
}[TableName];
export const VAULT_TABLES = Object.entries<TableDefinition>(TABLES)
  .filter(([, { vault }]) => vault)
  .map(([name]) => name);
export type IndexName = {
  [T in TableName]: (typeof TABLES)[T] extends { indexes: infer I } ? `${T}/${keyof I & string}` : never;
}[TableName];
