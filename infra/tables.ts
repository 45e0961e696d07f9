export type Index = { readonly partition: string; readonly sort: string };
export type TableDefinition = {
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
