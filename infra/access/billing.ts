import type { AccessOf } from "./grants.ts";

/** What a payment, told by an event or found by a comparison, may lead to: a grant, its keys, a unit of the offer. */
const PAYMENT_TABLES = {
  Events: ["GetItem", "PutItem", "ConditionCheckItem"],
  Grants: ["Query", "PutItem", "ConditionCheckItem"],
  Promotions: ["GetItem", "UpdateItem"],
  Seats: ["PutItem", "UpdateItem"],
} as const;
/** The same, with the event's own row, and the account whose customer was deleted at Stripe. */
const EVENT_TABLES = {
  ...PAYMENT_TABLES,
  Users: ["GetItem", "UpdateItem"],
  Events: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
} as const;

/** What the nightly comparison finds goes the same ways as events do, and to the payouts' queue. */
const RECONCILIATION = {
  tables: {
    ...EVENT_TABLES,
    Grants: [...EVENT_TABLES.Grants, "GetItem"],
    Events: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    Seats: ["GetItem", ...EVENT_TABLES.Seats],
    Payouts: ["GetItem"],
    Affiliates: ["GetItem"],
  },
  sends: ["mail", "payouts"],
  stripe: true,
} as const;

export const BILLING_ACCESS = {
  "billing/acceptDispute": { tables: { Audit: ["PutItem"] }, stripe: true },
  "billing/answerDispute": { tables: { Audit: ["PutItem"] }, stripe: true },
  "billing/answerWithdrawal": {
    tables: { Grants: ["Query"], Audit: ["PutItem"], Events: ["GetItem", "PutItem"] },
    stripe: true,
  },
  "billing/cancelSubscription": {
    tables: { Grants: ["Query", "PutItem"], Seats: ["UpdateItem"] },
    stripe: true,
    prices: true,
  },
  "billing/changePlan": {
    tables: { Grants: ["GetItem", "Query", "PutItem"], Seats: ["UpdateItem"], Events: ["GetItem"] },
    stripe: true,
    prices: true,
  },
  "billing/changeSubscription": {
    tables: { Grants: ["Query", "PutItem"], Seats: ["UpdateItem"], Audit: ["PutItem"] },
    stripe: true,
    prices: true,
  },
  "billing/createDiscountCode": {
    tables: { Audit: ["PutItem"], Affiliates: ["GetItem", "UpdateItem"] },
    stripe: true,
  },
  "billing/endDiscountCode": { tables: { Audit: ["PutItem"] }, stripe: true },
  "billing/getCheckout": {
    tables: { ...PAYMENT_TABLES, Seats: ["GetItem", "PutItem", "UpdateItem"] },
    sends: ["mail"],
    stripe: true,
  },
  "billing/getCredit": { tables: { Grants: ["Query"], Events: ["GetItem"] }, stripe: true },
  "billing/getCreditSettings": { tables: { Events: ["GetItem"] } },
  "billing/getDiscount": { tables: { Affiliates: ["GetItem"] }, stripe: true },
  "billing/getDispute": {
    tables: {
      Users: ["GetItem"],
      Events: ["GetItem", "Query"],
      Grants: ["Query"],
      "Seats/byUser": ["Query"],
      Activity: ["GetItem"],
      "Activity/byTime": ["Query"],
    },
    stripe: true,
  },
  "billing/getPlanSettings": { tables: { Events: ["GetItem"] } },
  "billing/getRefundLimits": { tables: { Events: ["GetItem"] } },
  "billing/getRefundOffer": {
    tables: {
      Grants: ["Query", "GetItem"],
      Events: ["GetItem", "BatchGetItem"],
      "Seats/byUser": ["Query"],
    },
    stripe: true,
    mailboxes: true,
  },
  "billing/getSubscription": {
    tables: {
      Grants: ["GetItem", "Query", "PutItem", "ConditionCheckItem"],
      Seats: ["PutItem", "UpdateItem"],
      Events: ["GetItem"],
    },
    stripe: true,
  },
  "billing/inviteMember": {
    tables: { Grants: ["GetItem", "Query", "PutItem", "ConditionCheckItem"], Limits: ["UpdateItem"] },
    sends: ["mail"],
    mailboxes: true,
  },
  "billing/joinTeam": {
    tables: { Grants: ["GetItem", "Query", "PutItem", "ConditionCheckItem"], Seats: ["PutItem"] },
  },
  "billing/keepPlan": {
    tables: { Grants: ["Query", "PutItem"], Seats: ["UpdateItem"] },
    stripe: true,
  },
  "billing/keepSubscription": {
    tables: { Grants: ["Query", "PutItem"], Seats: ["UpdateItem"] },
    stripe: true,
    prices: true,
  },
  "billing/leaveCheckout": { tables: { Promotions: ["GetItem", "UpdateItem"] }, stripe: true },
  "billing/listDiscountCodes": { stripe: true },
  "billing/listDisputes": { stripe: true },
  "billing/listFailedEvents": { tables: { Events: ["GetItem"], "Events/byQueue": ["Query"] } },
  "billing/listInvoices": { stripe: true },
  "billing/listWithdrawals": {
    tables: { "Events/byQueue": ["Query"], Grants: ["Query"] },
    stripe: true,
  },
  "billing/openPortal": { tables: { Users: ["UpdateItem"] }, stripe: true },
  "billing/payOpenInvoices": {
    tables: { Grants: ["Query", "PutItem"], Seats: ["UpdateItem"] },
    stripe: true,
  },
  "billing/previewPlan": {
    tables: { Grants: ["GetItem", "Query"], Events: ["GetItem"] },
    stripe: true,
    prices: true,
  },
  "billing/reconcile": RECONCILIATION,
  "billing/refundPayment": { tables: { Audit: ["PutItem"], Events: ["GetItem", "PutItem"] }, stripe: true },
  "billing/refuseInvitations": { tables: { Grants: ["UpdateItem"] }, mailboxes: true },
  "billing/removeMember": {
    tables: { Grants: ["GetItem", "Query", "PutItem"], Seats: ["GetItem", "UpdateItem"] },
  },
  "billing/replayEvent": {
    tables: {
      ...EVENT_TABLES,
      Audit: ["PutItem"],
    },
    sends: ["mail", "payouts"],
    stripe: true,
  },
  "billing/requestRefund": {
    tables: {
      Grants: ["Query", "GetItem"],
      Audit: ["PutItem"],
      Events: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
      "Seats/byUser": ["Query"],
    },
    sends: ["mail"],
    stripe: true,
    mailboxes: true,
  },
  "billing/resumeReconciliation": RECONCILIATION,
  "billing/saveCreditSettings": { tables: { Audit: ["PutItem"], Events: ["GetItem", "PutItem"] } },
  "billing/savePlanSettings": {
    tables: { Audit: ["PutItem"], Events: ["GetItem", "PutItem"] },
    stripe: true,
  },
  "billing/saveRefundLimits": { tables: { Audit: ["PutItem"], Events: ["GetItem", "PutItem"] } },
  "billing/setInvitationMail": { tables: { Grants: ["GetItem", "UpdateItem"] }, mailboxes: true },
  "billing/startCheckout": {
    tables: {
      Users: ["GetItem", "UpdateItem"],
      Affiliates: ["GetItem", "PutItem", "UpdateItem"],
      Grants: ["Query", "GetItem", "PutItem", "BatchGetItem"],
      Seats: ["UpdateItem"],
      "Seats/byUser": ["Query"],
      Promotions: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
      Traffic: ["UpdateItem"],
      Events: ["GetItem", "PutItem"],
      Limits: ["UpdateItem"],
    },
    sends: ["security"],
    stripe: true,
    mailboxes: true,
    prices: true,
  },
  "billing/stripeWebhook": {
    tables: EVENT_TABLES,
    sends: ["mail", "payouts"],
    stripe: true,
  },
  "billing/syncCustomer": {
    tables: {
      ...PAYMENT_TABLES,
      Users: ["GetItem"],
      Seats: ["PutItem", "UpdateItem"],
      Audit: ["PutItem"],
    },
    sends: ["mail"],
    stripe: true,
  },
  "billing/sweepReservations": {
    tables: {
      "Promotions/byDue": ["Query"],
      ...PAYMENT_TABLES,
      Users: ["GetItem"],
      Grants: [...PAYMENT_TABLES.Grants, "GetItem", "BatchGetItem"],
      "Seats/byUser": ["Query"],
      Promotions: [...PAYMENT_TABLES.Promotions, "Query", "PutItem", "DeleteItem", "ConditionCheckItem"],
      Events: [...PAYMENT_TABLES.Events, "UpdateItem", "DeleteItem"],
      "Events/byQueue": ["Query"],
      Audit: ["PutItem"],
    },
    sends: ["mail"],
    stripe: true,
    mailboxes: true,
  },
  "billing/withdraw": {
    tables: {
      "Directory/byName": ["Query"],
      Events: ["PutItem"],
      Limits: ["UpdateItem"],
      Seats: ["GetItem"],
    },
    sends: ["mail"],
  },
} as const satisfies AccessOf<"billing">;
