import type { EndpointId } from "#shared/endpoints.ts";
import type { EventHandlerId, QueueName } from "./events.ts";
import type { IndexName, StreamedTable, TableName } from "./tables.ts";

export type TableAction =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "BatchWriteItem"
  | "ConditionCheckItem";

export type CognitoAction =
  | "AdminDeleteUser"
  | "AdminDisableUser"
  | "AdminEnableUser"
  | "AdminGetUser"
  | "AdminResetUserPassword"
  | "AdminUserGlobalSignOut";

/** With leading keys: only items whose partition key is one of these (`*` stands for any ending). */
export type Grant<A> =
  | readonly A[]
  | { readonly actions: readonly A[]; readonly leadingKeys: readonly string[] };

/** What a function may do besides writing its log. What is not here is refused, locally as at AWS. */
export type Access = {
  readonly tables?: Partial<Record<TableName, Grant<TableAction>> & Record<IndexName, Grant<"Query">>>;
  readonly cognito?: readonly CognitoAction[];
  /** Puts messages into these queues. */
  readonly sends?: readonly QueueName[];
  /** Takes messages out of this queue. */
  readonly receives?: QueueName;
  /** Reads the changes of these tables; said once in events.ts, added by streams.ts. */
  readonly follows?: readonly StreamedTable[];
  /** Sends mail in the product's name, to customers and to the operator. */
  readonly mails?: true;
  /** Reads the secret with Stripe's key. */
  readonly stripe?: true;
  /** Reads the secret with the keys that sign leases. */
  readonly leases?: true;
  /** Is told the networks that no computer should activate from. */
  readonly deniedNetworks?: true;
  /** Is told the Stripe prices of what is for sale. */
  readonly prices?: true;
};

/** What a payment, told by an event or found by a comparison, may lead to: a grant, its keys, a unit of the offer. */
const PAYMENT_TABLES = {
  Events: ["GetItem", "PutItem", "ConditionCheckItem"],
  Grants: ["Query", "PutItem", "ConditionCheckItem"],
  Promotions: ["GetItem", "UpdateItem"],
  Seats: ["PutItem", "UpdateItem"],
} as const;
/** The same, with the event's own row. */
const EVENT_TABLES = {
  ...PAYMENT_TABLES,
  Events: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
} as const;

/**
 * One row a function, or it does not compile. A part of TransactWriteItems counts as the action that it is.
 * Endpoints for customers and operators may also read Users: api.ts adds it for the suspension check.
 */
export const ACCESS = {
  "accounts/confirmEmail": { tables: { Users: ["UpdateItem"] } },
  "accounts/deleteAccount": { sends: ["erasures"] },
  "accounts/eraseAccount": {
    tables: {
      Users: ["UpdateItem", "DeleteItem"],
      Grants: ["Query", "PutItem", "DeleteItem"],
      Seats: ["PutItem"],
      "Seats/byUser": ["Query"],
      Activity: ["Query", "DeleteItem"],
      Alerts: ["Query", "DeleteItem"],
      Affiliates: ["GetItem", "UpdateItem"],
    },
    cognito: ["AdminDeleteUser"],
    receives: "erasures",
    stripe: true,
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
  "accounts/postConfirmation": { tables: { Users: ["PutItem", "UpdateItem"] } },
  "accounts/preSignUp": {},
  "accounts/sendEmailCode": { tables: { Users: ["UpdateItem"] }, sends: ["mail"] },
  "accounts/startSession": {
    tables: {
      Users: ["GetItem", "UpdateItem", "PutItem"],
      Affiliates: ["GetItem", "PutItem"],
      Traffic: ["GetItem", "UpdateItem"],
    },
    cognito: ["AdminGetUser"],
    sends: ["security"],
  },
  "activity/getActivityLogs": { tables: { "Activity/byTime": ["Query"] } },
  "activity/getVideoCount": { tables: { Activity: ["GetItem"] } },
  "activity/report": {
    tables: { Seats: ["GetItem"], Activity: ["GetItem", "PutItem", "UpdateItem"], Limits: ["UpdateItem"] },
  },
  "affiliates/checkLedger": {
    tables: { Payouts: ["GetItem", "PutItem", "Query"], "Payouts/byQueue": ["Query"] },
    sends: ["mail"],
    stripe: true,
  },
  "affiliates/countTraffic": { tables: { Traffic: ["GetItem", "PutItem", "UpdateItem"] } },
  "affiliates/createDestination": { tables: { Affiliates: ["PutItem"], Audit: ["PutItem"] } },
  "affiliates/followLink": {
    tables: { Affiliates: ["BatchGetItem"], Traffic: ["GetItem", "PutItem", "ConditionCheckItem"] },
  },
  "affiliates/getAffiliate": {
    tables: {
      Affiliates: ["GetItem", "Query"],
      Payouts: ["GetItem"],
      "Payouts/byList": ["Query"],
      Traffic: ["Query"],
    },
  },
  "affiliates/halt": { tables: { Affiliates: ["GetItem", "UpdateItem"], Audit: ["PutItem"] } },
  "affiliates/join": { tables: { Affiliates: ["GetItem", "PutItem", "UpdateItem"] } },
  "affiliates/listActivity": {
    tables: { Traffic: ["GetItem"], "Traffic/byAffiliate": ["Query"], "Traffic/byTime": ["Query"] },
  },
  "affiliates/listAffiliates": {
    tables: {
      Affiliates: ["GetItem"],
      "Affiliates/byCode": ["Query"],
      "Affiliates/byEmail": ["Query"],
      "Affiliates/byJoined": ["Query"],
      "Affiliates/byStatus": ["Query"],
      Payouts: ["BatchGetItem"],
      Traffic: ["BatchGetItem"],
    },
  },
  "affiliates/listConversions": { tables: { "Payouts/byList": ["Query"] } },
  "affiliates/listDestinations": { tables: { Affiliates: ["Query"] } },
  "affiliates/setCommissionRate": { tables: { Affiliates: ["GetItem", "UpdateItem"], Audit: ["PutItem"] } },
  "affiliates/testLink": { tables: { Affiliates: ["GetItem"] } },
  "affiliates/updateDestination": { tables: { Affiliates: ["GetItem", "PutItem"], Audit: ["PutItem"] } },
  "affiliates/followPayments": {
    tables: {
      Events: ["Query"],
      Users: ["GetItem"],
      Affiliates: ["GetItem", "ConditionCheckItem"],
      Payouts: ["GetItem", "Query", "PutItem", "UpdateItem"],
    },
  },
  "affiliates/followSuspensions": {
    tables: {
      Affiliates: ["GetItem", "ConditionCheckItem"],
      Payouts: ["GetItem", "Query", "PutItem", "UpdateItem"],
    },
  },
  "billing/cancelSubscription": {
    tables: { Grants: ["Query", "PutItem"], Seats: ["UpdateItem"] },
    stripe: true,
  },
  "billing/getCheckout": { tables: { Events: ["GetItem"] } },
  "billing/getSubscription": {
    tables: { Grants: ["Query", "PutItem"], Seats: ["PutItem", "UpdateItem"] },
    stripe: true,
  },
  "billing/keepSubscription": {
    tables: { Grants: ["Query", "PutItem"], Seats: ["UpdateItem"] },
    stripe: true,
  },
  "billing/leaveCheckout": { tables: { Promotions: ["GetItem", "UpdateItem"] }, stripe: true },
  "billing/listFailedEvents": { tables: { "Events/byQueue": ["Query"] } },
  "billing/listInvoices": { stripe: true },
  "billing/openPortal": { stripe: true },
  "billing/reconcile": {
    tables: {
      ...PAYMENT_TABLES,
      Events: ["GetItem", "BatchGetItem", "PutItem", "ConditionCheckItem"],
    },
    sends: ["mail"],
    stripe: true,
  },
  "billing/replayEvent": {
    tables: {
      ...EVENT_TABLES,
      Audit: ["PutItem"],
    },
    sends: ["mail", "payouts"],
    stripe: true,
  },
  "billing/startCheckout": {
    tables: {
      Users: ["GetItem", "UpdateItem"],
      Affiliates: ["GetItem", "PutItem"],
      Grants: ["Query"],
      Promotions: ["GetItem", "PutItem", "UpdateItem"],
      Traffic: ["UpdateItem"],
    },
    stripe: true,
    prices: true,
  },
  "billing/stripeWebhook": {
    tables: EVENT_TABLES,
    sends: ["mail", "payouts"],
    stripe: true,
  },
  "billing/sweepReservations": {
    tables: {
      "Promotions/byDue": ["Query"],
      ...PAYMENT_TABLES,
    },
    sends: ["mail"],
    stripe: true,
  },
  "diagnostics/logClientErrors": {},
  "licenses/activate": {
    tables: { Seats: ["GetItem", "PutItem"], Limits: ["UpdateItem"] },
    leases: true,
    sends: ["security"],
  },
  "licenses/createFreeKey": { tables: { Grants: ["GetItem", "PutItem"], Seats: ["PutItem"] } },
  "licenses/deactivate": { tables: { Seats: ["GetItem", "PutItem"], Limits: ["UpdateItem"] } },
  "licenses/getLeaseKeys": { leases: true },
  "licenses/listSeats": { tables: { "Seats/byUser": ["Query"] } },
  "licenses/nameSeat": { tables: { Seats: ["UpdateItem"] } },
  "licenses/refresh": {
    tables: { Seats: ["GetItem", "PutItem"], Limits: ["UpdateItem"] },
    leases: true,
    sends: ["security"],
  },
  "licenses/swapSeat": { tables: { Seats: ["GetItem", "PutItem"] }, sends: ["security"] },
  "licenses/validate": { tables: { Seats: ["GetItem"], Limits: ["UpdateItem"] } },
  "mail/deliver": {
    tables: { Users: ["GetItem"], Events: ["PutItem"] },
    receives: "mail",
    mails: true,
  },
  "payouts/approve": {
    tables: { Payouts: ["GetItem", "PutItem", "UpdateItem"], Affiliates: ["GetItem"], Audit: ["PutItem"] },
  },
  "payouts/calcDaily": { tables: { Payouts: ["PutItem"] }, sends: ["batches"] },
  "payouts/cancel": {
    tables: { Payouts: ["GetItem", "Query", "PutItem", "UpdateItem"], Audit: ["PutItem"] },
  },
  "payouts/distributeWeekly": { tables: { Payouts: ["PutItem"] }, sends: ["batches"] },
  "payouts/getBatch": { tables: { Payouts: ["GetItem", "Query"] } },
  "payouts/getConnect": { tables: { Affiliates: ["GetItem", "UpdateItem"] }, stripe: true },
  "payouts/listBatches": { tables: { "Payouts/byList": ["Query"], Payouts: ["Query"] } },
  "payouts/listOwnPayouts": { tables: { Payouts: ["Query"] } },
  "payouts/listPayoutRequests": {
    tables: { "Payouts/byList": ["Query"], "Payouts/byQueue": ["Query"], Payouts: ["Query"] },
  },
  "payouts/listPayouts": {
    tables: { "Payouts/byList": ["Query"], "Payouts/byQueue": ["Query"], Payouts: ["Query"] },
  },
  "payouts/pay": {
    tables: {
      Payouts: ["GetItem", "Query", "PutItem", "UpdateItem"],
      Affiliates: ["GetItem", "UpdateItem"],
    },
    receives: "payouts",
    sends: ["mail"],
    stripe: true,
  },
  "payouts/previewBatch": { tables: { Payouts: ["PutItem"] }, sends: ["batches"] },
  "payouts/reject": {
    tables: { Payouts: ["GetItem", "Query", "PutItem", "UpdateItem"], Audit: ["PutItem"] },
  },
  "payouts/requestPayout": {
    tables: { Payouts: ["GetItem", "Query", "PutItem", "UpdateItem"], Affiliates: ["GetItem"] },
  },
  "payouts/runBatch": {
    tables: {
      "Payouts/byQueue": ["Query"],
      Payouts: ["GetItem", "Query", "PutItem", "UpdateItem"],
      Affiliates: ["GetItem", "ConditionCheckItem"],
    },
    receives: "batches",
    sends: ["payouts", "batches"],
  },
  "payouts/runCalc": {
    tables: { Payouts: ["GetItem", "PutItem"], Audit: ["PutItem"] },
    sends: ["batches"],
  },
  "payouts/runDistribute": {
    tables: { Payouts: ["GetItem", "PutItem"], Audit: ["PutItem"] },
    sends: ["batches"],
  },
  "payouts/startOnboarding": { tables: { Affiliates: ["GetItem", "UpdateItem"] }, stripe: true },
  "payouts/transfer": {
    tables: {
      Payouts: ["GetItem", "Query", "PutItem", "UpdateItem"],
      Affiliates: ["GetItem"],
      Audit: ["PutItem"],
    },
    stripe: true,
  },
  "promotions/getPromotions": { tables: { Promotions: ["GetItem"] } },
  "promotions/savePromotions": { tables: { Promotions: ["GetItem", "PutItem"], Audit: ["PutItem"] } },
  "security/observe": {
    tables: { Alerts: ["GetItem", "Query", "PutItem"] },
    receives: "security",
    deniedNetworks: true,
  },
  "status/getBoard": { tables: { Insights: ["GetItem"] } },
  "status/getFeed": { tables: { Insights: ["Query"] } },
  "status/getHistory": { tables: { Insights: ["Query"] } },
  "status/getStatus": { tables: { Insights: ["GetItem"] } },
  "status/saveBoard": { tables: { Insights: ["GetItem", "PutItem"], Audit: ["PutItem"] } },
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
  "accounts/proveSecondFactor": { tables: { Users: ["UpdateItem"] }, cognito: ["AdminGetUser"] },
  "accounts/sendPasswordReset": { tables: { Audit: ["PutItem"] }, cognito: ["AdminResetUserPassword"] },
  "accounts/suspendUser": {
    tables: {
      Users: ["GetItem", "UpdateItem"],
      Grants: ["Query", "PutItem"],
      Seats: ["UpdateItem"],
      Audit: ["PutItem"],
    },
    cognito: ["AdminDisableUser", "AdminEnableUser", "AdminUserGlobalSignOut"],
  },
  "audit/listAudit": { tables: { Audit: ["Query"], "Audit/byUser": ["Query"] } },
  "billing/refundPayment": { tables: { Audit: ["PutItem"] }, stripe: true },
  "insights/exportList": { tables: { "Directory/byCreated": ["Query"], Audit: ["Query"] } },
  "insights/getSystemStats": { tables: { Insights: ["Query"] } },
  "insights/getTrends": { tables: { Insights: ["Query"] } },
  "insights/project": {
    tables: {
      Users: ["GetItem"],
      Grants: ["Query"],
      Seats: ["GetItem"],
      Alerts: ["GetItem"],
      Affiliates: ["GetItem"],
      Events: ["Query"],
      Directory: ["GetItem", "PutItem"],
      Insights: ["UpdateItem"],
    },
  },
  "insights/searchAll": { tables: { "Directory/byName": ["Query"], Directory: ["GetItem"] } },
  "licenses/assignLicenseKey": {
    tables: { Seats: ["GetItem", "PutItem", "DeleteItem"], Grants: ["PutItem"], Audit: ["PutItem"] },
  },
  "licenses/createLicenseKey": { tables: { Seats: ["PutItem"], Grants: ["PutItem"], Audit: ["PutItem"] } },
  "licenses/extendKey": {
    tables: { Seats: ["GetItem", "PutItem"], Grants: ["GetItem", "PutItem"], Audit: ["PutItem"] },
  },
  "licenses/listKeys": {
    tables: {
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
  "licenses/reactivateKey": {
    tables: { Seats: ["GetItem", "PutItem"], Grants: ["GetItem", "PutItem"], Audit: ["PutItem"] },
  },
  "licenses/resetSwaps": {
    tables: { Seats: ["GetItem", "PutItem"], Grants: ["GetItem"], Audit: ["PutItem"] },
  },
  "licenses/revokeKey": {
    tables: { Seats: ["GetItem", "PutItem"], Grants: ["GetItem", "PutItem"], Audit: ["PutItem"] },
  },
  "licenses/unassignLicenseKey": {
    tables: {
      Seats: ["GetItem", "PutItem", "DeleteItem"],
      Grants: ["GetItem", "DeleteItem"],
      Audit: ["PutItem"],
    },
  },
  "security/listAlerts": {
    tables: {
      "Directory/bySeen": ["Query"],
      "Directory/shelfBySeen": ["Query"],
      Insights: ["BatchGetItem"],
      Users: ["BatchGetItem"],
    },
  },
  "security/resolveAlert": {
    tables: { Directory: ["GetItem"], Alerts: ["GetItem", "PutItem", "DeleteItem"], Audit: ["PutItem"] },
  },
} as const satisfies Record<EndpointId | EventHandlerId, Access>;

export type FunctionId = keyof typeof ACCESS;
