import type { AccessOf } from "./row.ts";

export const SUBSCRIPTIONS_ACCESS = {
  "subscriptions/cancelSubscription": {
    tables: { Grants: ["Query", "PutItem"], Seats: ["UpdateItem"] },
    stripe: true,
    prices: true,
  },
  "subscriptions/changePlan": {
    tables: { Grants: ["GetItem", "Query", "PutItem"], Seats: ["UpdateItem"], Events: ["GetItem"] },
    stripe: true,
    prices: true,
  },
  "subscriptions/changeSubscription": {
    tables: { Grants: ["Query", "PutItem"], Seats: ["UpdateItem"], Audit: ["PutItem"] },
    stripe: true,
    prices: true,
  },
  "subscriptions/getSubscription": {
    tables: {
      Grants: ["GetItem", "Query", "PutItem", "ConditionCheckItem"],
      Seats: ["PutItem", "UpdateItem"],
      Events: ["GetItem"],
    },
    stripe: true,
  },
  "subscriptions/inviteMember": {
    tables: { Grants: ["GetItem", "Query", "PutItem", "ConditionCheckItem"], Limits: ["UpdateItem"] },
    sends: ["mail"],
    mailboxes: true,
  },
  "subscriptions/joinTeam": {
    tables: { Grants: ["GetItem", "Query", "PutItem", "ConditionCheckItem"], Seats: ["PutItem"] },
  },
  "subscriptions/keepPlan": {
    tables: { Grants: ["Query", "PutItem"], Seats: ["UpdateItem"] },
    stripe: true,
  },
  "subscriptions/keepSubscription": {
    tables: { Grants: ["Query", "PutItem"], Seats: ["UpdateItem"] },
    stripe: true,
    prices: true,
  },
  "subscriptions/listInvoices": { tables: { Grants: ["Query"] }, stripe: true },
  "subscriptions/openPortal": { tables: { Users: ["UpdateItem"] }, stripe: true },
  "subscriptions/payOpenInvoices": {
    tables: { Grants: ["Query", "PutItem"], Seats: ["UpdateItem"] },
    stripe: true,
  },
  "subscriptions/previewPlan": {
    tables: { Grants: ["GetItem", "Query"], Events: ["GetItem"] },
    stripe: true,
    prices: true,
  },
  "subscriptions/removeMember": {
    tables: { Grants: ["GetItem", "Query", "PutItem"], Seats: ["GetItem", "UpdateItem"] },
  },
} as const satisfies AccessOf<"subscriptions">;
