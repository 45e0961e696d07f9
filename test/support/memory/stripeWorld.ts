import type Stripe from "stripe";

/** Stripe's data as plain objects. A test sets them, and the code's calls change them. */
export type StripeWorld = {
  sessions: Record<string, Session>;
  subscriptions: Record<string, Subscription>;
  invoices: Record<string, Invoice>;
  payments: Record<string, Payment>;
  refunds: Record<string, Refund>;
  disputes: Record<string, Dispute>;
};
export type Session = {
  id: string;
  mode: "subscription" | "payment";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  subscription?: string;
  payment_intent?: string;
  metadata: Record<string, string>;
};
export type Subscription = {
  id: string;
  userId: string;
  created: number;
  status: Stripe.Subscription.Status;
  periodStart: number;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  ended_at?: number | null;
  pause_collection?: { behavior: string } | null;
  cancellation_details?: { comment: string | null };
  metadata?: Record<string, string>;
  latest_invoice: string;
  customerDeleted?: boolean;
  product?: string;
};
export type Invoice = {
  id: string;
  subscription: string;
  status: "draft" | "open" | "paid" | "void";
  /** In epoch seconds. By default the time of creation. */
  paidAt?: number;
  auto_advance?: boolean;
  billing_reason: "subscription_create" | "subscription_cycle";
  created: number;
  attempt_count: number;
  payment?: string;
};
type Payment = {
  id: string;
  created: number;
  amount: number;
  metadata: Record<string, string>;
  /** By default "succeeded". */
  status?: Stripe.PaymentIntent.Status;
};
export type Refund = {
  id: string;
  payment_intent: string;
  amount: number;
  status: "succeeded" | "pending" | "failed";
  metadata: Record<string, string>;
};
type Dispute = { id: string; payment_intent: string; status: Stripe.Dispute.Status };

export const EMPTY_STRIPE: StripeWorld = {
  sessions: {},
  subscriptions: {},
  invoices: {},
  payments: {},
  refunds: {},
  disputes: {},
};

export const MONTH_SECONDS = 30 * 24 * 60 * 60;
