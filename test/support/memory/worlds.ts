import { CATALOG } from "#shared/catalog/catalog.ts";
import type { SubscriptionStatus } from "#shared/subscriptions/subscription.ts";
import { NOW, NOW_SECONDS } from "./billing.ts";
import type { Rows } from "./dynamo.ts";
import type { StripeWorld } from "./stripeWorld.ts";

const DAYS = 24 * 60 * 60;

/** Stripe's data about a subscription with this status. The status decides whether its second month is paid. */
export function subscribed(status: SubscriptionStatus, change: Partial<StripeWorld> = {}): StripeWorld {
  const owed = status === "past_due" || status === "unpaid";
  const subscription = "sub_1";
  return {
    sessions: {
      cs_1: {
        id: "cs_1",
        mode: "subscription",
        status: "complete",
        payment_status: "paid",
        subscription,
        metadata: { userId: "ann", product: "monthly" },
      },
    },
    subscriptions: {
      sub_1: {
        id: subscription,
        userId: "ann",
        created: NOW_SECONDS - 40 * DAYS,
        status,
        periodStart: NOW_SECONDS - 10 * DAYS,
        cancel_at_period_end: false,
        cancel_at: null,
        latest_invoice: "in_2",
      },
    },
    invoices: {
      in_1: {
        id: "in_1",
        subscription,
        status: "paid",
        billing_reason: "subscription_create",
        created: NOW_SECONDS - 40 * DAYS,
        attempt_count: 1,
        payment: "pi_1",
      },
      in_2: {
        id: "in_2",
        subscription,
        status: owed ? "open" : "paid",
        billing_reason: "subscription_cycle",
        created: NOW_SECONDS - 10 * DAYS,
        attempt_count: 1,
        payment: "pi_2",
      },
    },
    payments: {
      pi_1: { id: "pi_1", created: NOW_SECONDS - 40 * DAYS, amount: 3000, metadata: {} },
      pi_2: { id: "pi_2", created: NOW_SECONDS - 10 * DAYS, amount: 3000, metadata: {} },
    },
    refunds: {},
    disputes: {},
    ...change,
  };
}

/** Stripe's data about one person with two subscriptions. The second was created a day after the first. */
export function subscribedTwice(): StripeWorld {
  const active = subscribed("active");
  return {
    ...active,
    sessions: {
      cs_2: {
        id: "cs_2",
        mode: "subscription",
        status: "complete",
        payment_status: "paid",
        subscription: "sub_2",
        metadata: { userId: "ann" },
      },
      ...active.sessions,
    },
    subscriptions: {
      ...active.subscriptions,
      sub_2: {
        id: "sub_2",
        userId: "ann",
        created: (active.subscriptions.sub_1?.created ?? 0) + 86_400,
        status: "active",
        periodStart: (active.subscriptions.sub_1?.created ?? 0) + 86_400,
        cancel_at_period_end: false,
        cancel_at: null,
        latest_invoice: "in_9",
      },
    },
    invoices: {
      ...active.invoices,
      in_9: {
        id: "in_9",
        subscription: "sub_2",
        status: "paid",
        billing_reason: "subscription_create",
        created: 0,
        attempt_count: 1,
        payment: "pi_9",
      },
    },
    payments: { ...active.payments, pi_9: { id: "pi_9", created: 0, amount: 3000, metadata: {} } },
  };
}

/** Events of every kind about one subscription. */
export const SUBSCRIPTION_EVENTS = [
  { id: "evt_checkout", type: "checkout.session.completed", object: "cs_1" },
  { id: "evt_created", type: "customer.subscription.created", object: "sub_1" },
  { id: "evt_updated", type: "customer.subscription.updated", object: "sub_1" },
  { id: "evt_deleted", type: "customer.subscription.deleted", object: "sub_1" },
  { id: "evt_paid", type: "invoice.paid", object: "in_2" },
  { id: "evt_failed", type: "invoice.payment_failed", object: "in_2" },
];

const holdOf = (userId: string) => (userId === "ann" ? "hold-1" : `hold-${userId}`);

/** Stripe's data about a customer who has paid for a lifetime license with a reserved unit. */
export function boughtLifetime(change: Partial<StripeWorld> = {}, userId = "ann"): Partial<StripeWorld> {
  const metadata = { userId, product: "lifetime", reservation: holdOf(userId) };
  const name = userId === "ann" ? "life" : userId;
  const session = {
    id: `cs_${name}`,
    mode: "payment" as const,
    status: "complete" as const,
    payment_status: "paid" as const,
    payment_intent: `pi_${name}`,
    metadata,
  };
  const { price: amount } = CATALOG.lifetime;
  return {
    sessions: { [session.id]: session },
    payments: { [`pi_${name}`]: { id: `pi_${name}`, created: NOW_SECONDS, amount, metadata } },
    ...change,
  };
}

/** A session that can no longer be paid. */
export function endedCheckout(userId: string) {
  return {
    id: `cs_ended_${userId}`,
    mode: "payment" as const,
    status: "expired" as const,
    payment_status: "unpaid" as const,
    metadata: { userId, product: "lifetime", reservation: holdOf(userId) },
  };
}

export type Offer = { total: number; sold: number; reserved: number };

export function putOffer(rows: Rows, { total, sold, reserved }: Offer): void {
  rows.put("promotions", {
    pk: "promotion",
    sk: "lifetime",
    enabled: true,
    heroText: "",
    subtitle: "",
    endAt: null,
    total,
    sold,
    reserved,
    left: total - sold - reserved,
    version: 1,
  });
}

export function putReservation(rows: Rows, state: "held" | "released", userId = "ann", id = "hold-1"): void {
  rows.put("promotions", {
    pk: `reservation#${userId}`,
    sk: "lifetime",
    id,
    userId,
    state,
    heldUntil: NOW.toISOString(),
    sessionId: null,
    createdAt: NOW.toISOString(),
    ...(state === "held" ? { queue: "held" } : {}),
  });
}

/** The offer's counts. If total − sold − reserved differs from the stored `left`, a unit is lost. */
export function offerOf(rows: Rows) {
  const offer = rows.of("promotions").find(({ pk }) => pk === "promotion");
  const { total, sold, reserved, left } = offer as Offer & { left: number };
  return { total, sold, reserved, left, isKept: left === total - sold - reserved };
}
