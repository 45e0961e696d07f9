import type { AccessOf } from "./grants.ts";

/** What the export of a person's data reads. */
const EXPORTED = {
  Events: ["Query"],
  "Events/byQueue": ["Query"],
  Users: ["Query"],
  Grants: ["GetItem", "Query"],
  "Seats/byUser": ["Query"],
  "Activity/byTime": ["Query"],
  Alerts: ["Query"],
  Affiliates: ["GetItem"],
  Promotions: ["GetItem"],
  "Audit/byUser": ["Query"],
} as const;

export const CUSTOMERS_ACCESS = {
  "customers/announceChanges": {
    tables: {
      Users: ["GetItem"],
      Seats: ["GetItem"],
      "Seats/byUser": ["Query"],
      Events: { actions: ["PutItem"], leadingKeys: ["trial#*"] },
    },
    sends: ["changes", "mail"],
  },
  "customers/deleteAccount": {
    tables: { Users: ["UpdateItem"], Payouts: ["Query"], Promotions: ["GetItem"] },
    sends: ["erasures"],
    stripe: true,
  },
  "customers/deleteCustomer": {
    tables: { Users: ["UpdateItem"], Payouts: ["Query"], Promotions: ["GetItem"], Audit: ["PutItem"] },
    sends: ["erasures"],
    stripe: true,
  },
  "customers/eraseAccount": {
    tables: {
      Users: ["UpdateItem", "DeleteItem", "Query"],
      Grants: ["Query", "GetItem", "BatchGetItem", "PutItem", "DeleteItem"],
      Seats: ["GetItem", "PutItem", "UpdateItem"],
      "Seats/byUser": ["Query"],
      Activity: ["Query", "DeleteItem"],
      Alerts: ["Query", "DeleteItem"],
      Affiliates: ["GetItem", "UpdateItem"],
      Payouts: ["Query", "UpdateItem"],
      Promotions: ["GetItem", "UpdateItem", "DeleteItem"],
      Events: ["Query", "DeleteItem"],
      "Events/byQueue": ["Query"],
      Audit: ["UpdateItem"],
      "Audit/byUser": ["Query"],
    },
    cognito: ["AdminDeleteUser"],
    receives: "erasures",
    sends: ["mail"],
    mailboxes: true,
    stripe: true,
  },
  "customers/exportCustomer": {
    tables: { ...EXPORTED, Audit: ["PutItem"] },
    mailboxes: true,
    stripe: true,
  },
  "customers/exportData": {
    tables: EXPORTED,
    mailboxes: true,
    stripe: true,
  },
  "customers/followChange": {
    tables: {
      Users: ["GetItem", "UpdateItem", "Query", "DeleteItem"],
      Grants: ["GetItem", "UpdateItem", "DeleteItem"],
      Seats: ["GetItem", "DeleteItem"],
      Affiliates: ["GetItem", "UpdateItem", "DeleteItem"],
      Traffic: ["UpdateItem"],
      Payouts: ["GetItem"],
    },
    receives: "changes",
    stripe: true,
  },
  "customers/followSuspensions": {
    tables: {
      Users: ["GetItem"],
      Affiliates: ["GetItem", "ConditionCheckItem"],
      Payouts: ["GetItem", "Query", "PutItem", "UpdateItem"],
      Events: ["GetItem", "DeleteItem", "Query"],
      Grants: ["GetItem", "Query", "PutItem", "ConditionCheckItem"],
      Seats: ["GetItem", "UpdateItem"],
    },
    sends: ["mail"],
    cognito: ["AdminEnableUser", "AdminUserGlobalSignOut"],
    stripe: true,
  },
  "customers/getCustomer": {
    tables: {
      Users: ["Query"],
      Events: ["Query"],
      "Events/byQueue": ["Query"],
      Grants: ["GetItem", "Query"],
      Seats: ["BatchGetItem"],
      "Seats/byUser": ["Query"],
      "Activity/byTime": ["Query"],
      Alerts: ["Query"],
      "Audit/byUser": ["Query"],
      Promotions: ["GetItem"],
    },
    stripe: true,
  },
  "customers/getOverview": {
    tables: {
      Users: ["UpdateItem"],
      Grants: ["GetItem", "Query"],
      Events: ["GetItem"],
      Promotions: ["GetItem"],
      "Seats/byUser": ["Query"],
      Activity: ["GetItem"],
      "Activity/byTime": ["Query"],
    },
  },
  "customers/listUsers": {
    tables: {
      Directory: ["GetItem"],
      "Directory/byCreated": ["Query"],
      "Directory/byName": ["Query"],
      "Directory/bySeen": ["Query"],
      "Directory/shelfByCreated": ["Query"],
      "Directory/shelfByName": ["Query"],
      "Directory/shelfBySeen": ["Query"],
      Insights: ["BatchGetItem"],
      Users: ["BatchGetItem"],
    },
  },
  "customers/searchUsers": {
    tables: {
      Directory: ["BatchGetItem"],
      "Directory/byName": ["Query"],
      "Directory/shelfByName": ["Query"],
    },
  },
  "customers/startSession": {
    tables: {
      Users: ["GetItem", "UpdateItem", "PutItem"],
      Affiliates: ["GetItem", "PutItem", "UpdateItem"],
      Traffic: ["GetItem", "UpdateItem"],
      Limits: ["UpdateItem"],
    },
    cognito: ["AdminGetUser"],
    sends: ["security"],
  },
  "customers/suspendUser": {
    tables: {
      Users: ["GetItem", "UpdateItem"],
      Events: ["GetItem", "PutItem", "DeleteItem"],
      Grants: ["GetItem", "Query", "PutItem", "DeleteItem", "ConditionCheckItem"],
      Seats: ["UpdateItem"],
      Audit: ["PutItem"],
    },
    cognito: ["AdminEnableUser", "AdminUserGlobalSignOut"],
    stripe: true,
  },
} as const satisfies AccessOf<"customers">;
