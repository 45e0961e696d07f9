import type { Address, EventType, PaymentIntent, StripeObject } from "./wire.ts";

/** Data that Stripe stores but does not show in full. */

/** A payment method's card, by the method's id. Its number decides how charges end. */
export type CardOnFile = { id: string; number: string; detached?: true };

/** A checkout session's data that Stripe does not show, by the session's id. */
export type CheckoutPlan = {
  id: string;
  lines: { id: string; price: string; quantity: number }[];
  coupon: string | null;
  promotionCode: string | null;
  trialDays: number | null;
  subscriptionMetadata: Record<string, string>;
  subscriptionDescription: string | null;
  intentMetadata: Record<string, string>;
  intentDescription: string | null;
  saveCard: boolean;
  transferGroup: string | null;
  /** Missing in data of older sandboxes. */
  shipping?: PaymentIntent["shipping"];
  taxed?: boolean;
  /** The customer whose address and tax ID count for tax. */
  customer?: string | null;
  /** The address that the buyer entered on the page; null until then. Missing in data of older sandboxes. */
  address?: Address | null;
  keepsAddress?: boolean;
  /** The payment intent of the latest attempt, which the next attempt reuses. */
  openIntent: string | null;
};

export type TaxSettings = {
  id: "taxSettings";
  headOffice: Address | null;
  behavior: "exclusive" | "inclusive" | "inferred_by_currency" | null;
  code: string | null;
};

/** Failed attempts to collect an invoice, by the invoice's id. */
export type InvoiceNotes = { id: string; failures: number; firstFailureAt: number };

export type AgendaKind =
  | "checkout.expire"
  | "schedule.expiring"
  | "schedule.phase"
  | "subscription.cycle"
  | "subscription.incomplete"
  | "subscription.trialNotice"
  | "subscription.cancelAt"
  | "subscription.resume"
  | "subscription.pendingUpdate"
  | "invoice.finalize"
  | "invoice.retry"
  | "refund.settle"
  | "dispute.lapse"
  | "balance.available"
  | "delivery.retry";

/** Work scheduled for a time (epoch seconds). */
export type AgendaEntry = { id: string; at: number; order: number; kind: AgendaKind; subject: string };

export type RememberedAnswer = {
  id: string;
  at: number;
  request: string;
  status: number;
  body: string;
  requestId: string;
};

/** An endpoint's signing secrets: several until the replaced secrets expire. */
export type SigningSecrets = { id: string; secrets: { value: string; until: number | null }[] };

export type StoredEvent = {
  id: string;
  object: "event";
  /** The connected account of the event; missing for the platform's events. */
  account?: string;
  api_version: string;
  created: number;
  data: { object: StripeObject; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null } | null;
  type: EventType;
};

export type Delivery = {
  id: string;
  event: string;
  endpoint: string;
  /** `waiting`: not sent yet. `later`: failed, and waits for a retry. `done` and `given up` are final. */
  state: "waiting" | "later" | "done" | "given up";
  attempts: number;
  /** The next attempt on the sandbox's clock, in epoch seconds. */
  nextAt: number | null;
  lastStatus: number | null;
  lastError: string | null;
};

export type Link = {
  id: string;
  account: string;
  returnUrl: string;
  refreshUrl: string;
  expiresAt: number;
  usedAt: number | null;
};

export type AccountSettings = {
  id: "settings";
  ownAccount: string;
  /** The subscription's status after the last failed retry. */
  dunningEnd: "canceled" | "unpaid" | "past_due";
  /** Days from the first failure to each retry of a renewal. */
  retryDays: number[];
  deliveryMode: DeliveryMode;
  deliverySeed: number;
};

export type DeliveryMode = "normal" | "paused" | "duplicate" | "shuffle";
