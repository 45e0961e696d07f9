import type { AccessOf } from "./grants.ts";

/** What a payment, told by an event or found by a comparison, may lead to: a grant, its keys, a unit of the offer. */
export const PAYMENT_TABLES = {
  Events: ["GetItem", "PutItem", "ConditionCheckItem"],
  Grants: ["Query", "PutItem", "ConditionCheckItem"],
  Promotions: ["GetItem", "UpdateItem"],
  Seats: ["PutItem", "UpdateItem"],
} as const;

/** The same, with the event's own row, and the account whose customer was deleted at Stripe. */
export const EVENT_TABLES = {
  ...PAYMENT_TABLES,
  Users: ["GetItem", "UpdateItem"],
  Events: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
} as const;

export const STRIPE_EVENTS_ACCESS = {
  "stripeEvents/getCheckout": {
    tables: { ...PAYMENT_TABLES, Seats: ["GetItem", "PutItem", "UpdateItem"] },
    sends: ["mail"],
    stripe: true,
  },
  "stripeEvents/listFailedEvents": { tables: { Events: ["GetItem"], "Events/byQueue": ["Query"] } },
  "stripeEvents/stripeWebhook": {
    tables: EVENT_TABLES,
    sends: ["mail", "payouts"],
    stripe: true,
  },
} as const satisfies AccessOf<"stripeEvents">;
