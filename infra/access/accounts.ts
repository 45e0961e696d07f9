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

export const ACCOUNTS_ACCESS = {
  "accounts/addNote": { tables: { Users: ["GetItem"], Audit: ["PutItem"] } },
  "accounts/announceChanges": {
    tables: { Seats: ["GetItem"], Events: { actions: ["PutItem"], leadingKeys: ["trial#*"] } },
    sends: ["changes", "mail"],
  },
  "accounts/beginAuthenticator": { tables: { Users: ["UpdateItem"] }, poolSecret: true },
  "accounts/changeCustomerEmail": {
    tables: { Users: ["UpdateItem"], Audit: ["PutItem"] },
    cognito: ["AdminUpdateUserAttributes", "AdminUserGlobalSignOut"],
  },
  "accounts/changeEmail": { tables: { Users: ["UpdateItem"], Limits: ["UpdateItem"] }, sends: ["mail"] },
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
  "accounts/exportCustomer": {
    tables: { ...EXPORTED, Audit: ["PutItem"] },
    mailboxes: true,
    stripe: true,
  },
  "accounts/exportData": {
    tables: EXPORTED,
    mailboxes: true,
    stripe: true,
  },
  "accounts/followChange": {
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
  "accounts/followSuspensions": {
    tables: {
      Users: ["GetItem"],
      Events: ["GetItem", "DeleteItem"],
      Grants: ["GetItem", "Query", "PutItem", "ConditionCheckItem"],
      Seats: ["GetItem", "UpdateItem"],
    },
    sends: ["mail"],
    cognito: ["AdminEnableUser", "AdminUserGlobalSignOut"],
    stripe: true,
  },
  "accounts/getAccount": { tables: { Users: ["UpdateItem"] } },
  "accounts/getCustomer": {
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
  "accounts/getOverview": {
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
  "accounts/recoverAccount": {
    tables: { "Directory/byName": ["Query"], Users: ["GetItem", "UpdateItem"], Limits: ["UpdateItem"] },
    cognito: ["AdminDeleteSoftwareToken", "AdminSetUserMFAPreference", "AdminUserGlobalSignOut"],
    sends: ["mail"],
  },
  "accounts/renewOperatorSession": { tables: { Users: ["GetItem", "PutItem"] }, operatorClient: true },
  "accounts/replaceRecoveryCode": { tables: { Users: ["UpdateItem"] } },
  "accounts/resumeMail": { tables: { Users: ["GetItem", "UpdateItem"], Audit: ["PutItem"] } },
  "accounts/sendEmailCode": { tables: { Users: ["UpdateItem"], Limits: ["UpdateItem"] }, sends: ["mail"] },
  "accounts/searchUsers": {
    tables: {
      Directory: ["BatchGetItem"],
      "Directory/byName": ["Query"],
      "Directory/shelfByName": ["Query"],
    },
  },
  "accounts/sendPasswordReset": {
    tables: { Users: ["UpdateItem"], Audit: ["PutItem"] },
    cognito: ["AdminResetUserPassword", "AdminUserGlobalSignOut"],
  },
  "accounts/setIncidentMail": { tables: { Users: ["UpdateItem"] } },
  "accounts/setSecondFactor": {
    tables: { Users: ["UpdateItem"] },
    cognito: ["AdminSetUserMFAPreference", "AdminUserGlobalSignOut"],
    poolSecret: true,
  },
  "accounts/startOperatorSession": {
    tables: { Users: ["GetItem", "PutItem"] },
    operatorPool: ["GetUserPoolMfaConfig"],
    sends: ["mail"],
  },
  "accounts/endOperatorSession": { tables: { Users: ["GetItem", "PutItem"] } },
  "accounts/startSession": {
    tables: {
      Users: ["GetItem", "UpdateItem", "PutItem"],
      Affiliates: ["GetItem", "PutItem", "UpdateItem"],
      Traffic: ["GetItem", "UpdateItem"],
      Limits: ["UpdateItem"],
    },
    cognito: ["AdminGetUser"],
    sends: ["security"],
  },
  "accounts/suspendUser": {
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
} as const satisfies AccessOf<"accounts">;
