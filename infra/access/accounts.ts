import type { AccessOf } from "./grants.ts";

export const ACCOUNTS_ACCESS = {
  "accounts/announceChanges": { sends: ["changes", "mail"] },
  "accounts/beginAuthenticator": { poolSecret: true },
  "accounts/changeEmail": { tables: { Users: ["UpdateItem"] }, sends: ["mail"] },
  "accounts/changeName": { tables: { Users: ["UpdateItem"] } },
  "accounts/changePassword": {
    tables: { Users: ["UpdateItem"] },
    cognito: ["AdminSetUserPassword", "AdminUserGlobalSignOut"],
  },
  "accounts/confirmEmail": { tables: { Users: ["UpdateItem"] } },
  "accounts/confirmNewEmail": {
    tables: { Users: ["UpdateItem"] },
    cognito: ["AdminUpdateUserAttributes", "AdminUserGlobalSignOut"],
  },
  "accounts/deleteAccount": {
    tables: { Users: ["UpdateItem"], Payouts: ["Query"], Promotions: ["GetItem"] },
    sends: ["erasures"],
    stripe: true,
  },
  "accounts/deleteCustomer": {
    tables: { Users: ["UpdateItem"], Payouts: ["Query"], Promotions: ["GetItem"], Audit: ["PutItem"] },
    sends: ["erasures"],
    stripe: true,
  },
  "accounts/endAllSessions": {
    tables: { Users: ["UpdateItem"] },
    cognito: ["AdminUserGlobalSignOut"],
  },
  "accounts/endSession": { tables: { Users: ["UpdateItem", "DeleteItem"] } },
  "accounts/eraseAccount": {
    tables: {
      Users: ["UpdateItem", "DeleteItem", "Query"],
      Grants: ["Query", "GetItem", "PutItem", "DeleteItem"],
      Seats: ["PutItem"],
      "Seats/byUser": ["Query"],
      Activity: ["Query", "DeleteItem"],
      Alerts: ["Query", "DeleteItem"],
      Affiliates: ["GetItem", "UpdateItem"],
      Payouts: ["Query", "UpdateItem"],
      Events: ["Query", "DeleteItem"],
    },
    cognito: ["AdminDeleteUser"],
    receives: "erasures",
    sends: ["mail"],
    mailboxes: true,
    stripe: true,
  },
  "accounts/exportCustomer": {
    tables: {
      Events: ["Query"],
      Users: ["Query"],
      Grants: ["Query"],
      "Seats/byUser": ["Query"],
      "Activity/byTime": ["Query"],
      Alerts: ["Query"],
      Affiliates: ["GetItem"],
      Audit: ["PutItem"],
    },
    stripe: true,
  },
  "accounts/exportData": {
    tables: {
      Events: ["Query"],
      Users: ["Query"],
      Grants: ["Query"],
      "Seats/byUser": ["Query"],
      "Activity/byTime": ["Query"],
      Alerts: ["Query"],
      Affiliates: ["GetItem"],
    },
    stripe: true,
  },
  "accounts/followChange": {
    tables: {
      Users: ["GetItem", "UpdateItem", "Query", "DeleteItem"],
      Grants: ["GetItem", "DeleteItem"],
      Seats: ["GetItem", "DeleteItem"],
      Affiliates: ["GetItem", "UpdateItem", "DeleteItem"],
      Traffic: ["UpdateItem"],
      Payouts: ["GetItem"],
    },
    receives: "changes",
    stripe: true,
  },
  "accounts/followSuspensions": {
    tables: {
      Users: ["GetItem"],
      Grants: ["GetItem", "Query", "PutItem", "ConditionCheckItem"],
      Seats: ["UpdateItem"],
    },
    cognito: ["AdminEnableUser", "AdminUserGlobalSignOut"],
    stripe: true,
  },
  "accounts/getAccount": { tables: { Users: ["UpdateItem"] } },
  "accounts/getCustomer": {
    tables: {
      Events: ["Query"],
      Grants: ["Query"],
      Seats: ["BatchGetItem"],
      "Seats/byUser": ["Query"],
      "Activity/byTime": ["Query"],
      Alerts: ["Query"],
      "Audit/byUser": ["Query"],
    },
    stripe: true,
  },
  "accounts/limitOperatorToken": {},
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
  "accounts/listSessions": { tables: { Users: ["Query"] } },
  // Ends sessions as well, in the pool that it is a trigger of: infra/auth.ts.
  "accounts/postConfirmation": {
    tables: { Users: ["GetItem", "PutItem", "UpdateItem"] },
  },
  "accounts/preSignUp": {},
  "accounts/sendEmailCode": { tables: { Users: ["UpdateItem"] }, sends: ["mail"] },
  "accounts/searchUsers": {
    tables: { "Directory/byName": ["Query"], "Directory/shelfByName": ["Query"] },
  },
  "accounts/sendPasswordReset": {
    tables: { Users: ["UpdateItem"], Audit: ["PutItem"] },
    cognito: ["AdminResetUserPassword", "AdminUserGlobalSignOut"],
  },
  "accounts/setSecondFactor": {
    tables: { Users: ["UpdateItem"] },
    cognito: ["AdminSetUserMFAPreference", "AdminUserGlobalSignOut"],
    poolSecret: true,
  },
  "accounts/startOperatorSession": {
    tables: { Users: ["GetItem", "PutItem"] },
    operatorPool: ["AdminGetUser"],
    sends: ["mail"],
  },
  "accounts/endOperatorSession": { tables: { Users: ["GetItem", "PutItem"] } },
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
      Grants: ["GetItem", "Query", "PutItem", "DeleteItem", "ConditionCheckItem"],
      Seats: ["UpdateItem"],
      Audit: ["PutItem"],
    },
    cognito: ["AdminEnableUser", "AdminUserGlobalSignOut"],
    stripe: true,
  },
} as const satisfies AccessOf<"accounts">;
