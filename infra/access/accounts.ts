import type { AccessOf } from "./grants.ts";

export const ACCOUNTS_ACCESS = {
  "accounts/confirmEmail": { tables: { Users: ["UpdateItem"] } },
  "accounts/deleteAccount": {
    tables: { Payouts: ["Query"], Promotions: ["GetItem"] },
    sends: ["erasures"],
    stripe: true,
  },
  "accounts/deleteCustomer": {
    tables: { Payouts: ["Query"], Promotions: ["GetItem"], Audit: ["PutItem"] },
    sends: ["erasures"],
    stripe: true,
  },
  "accounts/eraseAccount": {
    tables: {
      Users: ["UpdateItem", "DeleteItem"],
      Grants: ["Query", "PutItem", "DeleteItem"],
      Seats: ["PutItem"],
      "Seats/byUser": ["Query"],
      Activity: ["Query", "DeleteItem"],
      Alerts: ["Query", "DeleteItem"],
      Affiliates: ["GetItem", "UpdateItem"],
      Payouts: ["Query", "UpdateItem"],
    },
    cognito: ["AdminDeleteUser"],
    receives: "erasures",
    stripe: true,
  },
  "accounts/exportCustomer": {
    tables: {
      Grants: ["Query"],
      "Seats/byUser": ["Query"],
      "Activity/byTime": ["Query"],
      Alerts: ["Query"],
      Affiliates: ["GetItem"],
      Audit: ["PutItem"],
    },
  },
  "accounts/exportData": {
    tables: {
      Grants: ["Query"],
      "Seats/byUser": ["Query"],
      "Activity/byTime": ["Query"],
      Alerts: ["Query"],
      Affiliates: ["GetItem"],
    },
  },
  "accounts/getAccount": {},
  "accounts/getCustomer": {
    tables: {
      Grants: ["Query"],
      "Seats/byUser": ["Query"],
      "Activity/byTime": ["Query"],
      Alerts: ["Query"],
      "Audit/byUser": ["Query"],
    },
    stripe: true,
  },
  "accounts/listUsers": {
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
  "accounts/postConfirmation": { tables: { Users: ["PutItem", "UpdateItem"] } },
  "accounts/preSignUp": {},
  "accounts/proveSecondFactor": { tables: { Users: ["UpdateItem"] }, cognito: ["AdminGetUser"] },
  "accounts/sendEmailCode": { tables: { Users: ["UpdateItem"] }, sends: ["mail"] },
  "accounts/sendPasswordReset": { tables: { Audit: ["PutItem"] }, cognito: ["AdminResetUserPassword"] },
  "accounts/startSession": {
    tables: {
      Users: ["GetItem", "UpdateItem", "PutItem"],
      Affiliates: ["GetItem", "PutItem"],
      Traffic: ["GetItem", "UpdateItem"],
    },
    cognito: ["AdminGetUser"],
    sends: ["security"],
  },
  "accounts/suspendUser": {
    tables: {
      Users: ["GetItem", "UpdateItem"],
      Grants: ["Query", "PutItem", "DeleteItem", "ConditionCheckItem"],
      Seats: ["UpdateItem"],
      Audit: ["PutItem"],
    },
    cognito: ["AdminEnableUser", "AdminUserGlobalSignOut"],
    stripe: true,
  },
} as const satisfies AccessOf<"accounts">;
