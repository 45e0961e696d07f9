import type { AccessOf } from "./row.ts";

/** Access for applying a payment: its grant, its license keys and a unit of the limited offer. */
export const PAYMENT_TABLES = {
  Events: ["GetItem", "PutItem", "ConditionCheckItem"],
  Grants: ["Query", "PutItem", "ConditionCheckItem"],
  Promotions: ["GetItem", "UpdateItem"],
  Seats: ["PutItem", "UpdateItem"],
} as const;

/** Adds access to the event's row, and to the account whose Stripe customer was deleted. */
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
  "stripeEvents/listFailedEvents": {
    tables: { Events: ["GetItem"], "Events/byQueue": ["Query"], Users: ["GetItem", "BatchGetItem"] },
  },
  "stripeEvents/stripeWebhook": {
    tables: EVENT_TABLES,
    sends: ["mail", "payouts"],
    stripe: true,
  },
} as const satisfies AccessOf<"stripeEvents">;
