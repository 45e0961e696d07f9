import type { AccessOf } from "./row.ts";

export const ACCOUNTS_ACCESS = {
  "accounts/addNote": { tables: { Users: ["GetItem"], Audit: ["PutItem"] } },
  "accounts/beginAuthenticator": { tables: { Users: ["UpdateItem"] }, poolSecret: true },
  "accounts/changeCustomerEmail": {
    tables: { Users: ["UpdateItem"], Audit: ["PutItem"] },
    cognito: ["AdminUpdateUserAttributes", "AdminUserGlobalSignOut"],
    sends: ["changes"],
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
    sends: ["changes"],
  },
  "accounts/endAllSessions": {
    tables: { Users: ["UpdateItem"] },
    cognito: ["AdminUserGlobalSignOut"],
  },
  "accounts/endSession": { tables: { Users: ["UpdateItem", "DeleteItem"] } },
  "accounts/getAccount": { tables: { Users: ["UpdateItem"] } },
  // No function may add an account to the group `operators`: only `operator:create` makes an administrator.
  "accounts/inviteReader": {
    tables: { Users: ["PutItem"], Audit: ["PutItem"] },
    operatorPool: ["AdminCreateUser", "AdminGetUser", "AdminSetUserPassword"],
    sends: ["mail"],
  },
  "accounts/listOperators": { operatorPool: ["ListUsers"] },
  "accounts/removeReader": {
    tables: { Users: ["DeleteItem"], Audit: ["PutItem"] },
    operatorPool: ["AdminDeleteUser"],
  },
  "accounts/limitOperatorToken": {},
  "accounts/listSessions": { tables: { Users: ["Query"] } },
  // infra/auth.ts also lets this trigger end sessions and remove a second factor in its user pool.
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
  "accounts/sendPasswordReset": {
    tables: { Users: ["UpdateItem"], Audit: ["PutItem"] },
    cognito: ["AdminResetUserPassword", "AdminUserGlobalSignOut"],
  },
  "accounts/unsubscribe": {
    // Grants stores which mails an address without an account wants.
    tables: { Grants: { actions: ["UpdateItem"], leadingKeys: ["invited#*"] }, Users: ["UpdateItem"] },
    mailboxes: true,
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
} as const satisfies AccessOf<"accounts">;
