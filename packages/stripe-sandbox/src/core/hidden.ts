import type { Address, EventType, PaymentIntent, StripeObject } from "./wire.ts";

/** What Stripe knows but does not show, or shows only in part. */

/** A card behind a payment method: the number decides how charges on it end. Id: the payment method's. */
export type CardOnFile = { id: string; number: string };

/** What a checkout session will do when it is paid, beyond what its object shows. Id: the session's. */
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
  /** Left out in the data of older sandboxes. */
  shipping?: PaymentIntent["shipping"];
  /** Whether Stripe computes tax, and for whom. */
  taxed?: boolean;
  customer?: string | null;
  /** Where the buyer is, as entered on the page; null before that. Left out in the data of older sandboxes. */
  address?: Address | null;
  /** Whether it is kept on the customer. */
  keepsAddress?: boolean;
  /** The payment intent of a first attempt that was declined: the next attempt uses it again. */
  openIntent: string | null;
};

/** The account's settings for tax. */
export type TaxSettings = {
  id: "taxSettings";
  headOffice: Address | null;
  behavior: "exclusive" | "inclusive" | "inferred_by_currency" | null;
  code: string | null;
};

/** How the collecting of an invoice goes. Id: the invoice's. */
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

/** An answer kept for its idempotency key. */
export type RememberedAnswer = {
  id: string;
  at: number;
  request: string;
  status: number;
  body: string;
  requestId: string;
};

/** The secrets that an endpoint's deliveries are signed with: two while one is being replaced. */
export type SigningSecrets = { id: string; secrets: { value: string; until: number | null }[] };

export type StoredEvent = {
  id: string;
  object: "event";
  /** The connected account that it happened in; our own has none. */
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
  /** waiting: to be sent now; later: failed, will be retried; done and given up are final. */
  state: "waiting" | "later" | "done" | "given up";
  attempts: number;
  /** Epoch seconds on the sandbox's clock at which the next attempt is due whatever real time does. */
  nextAt: number | null;
  lastStatus: number | null;
  lastError: string | null;
};

/** A page that Stripe redirects to: account links. Id: the token in its address. */
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
  /** What a subscription becomes after the last failed retry. */
  dunningEnd: "canceled" | "unpaid" | "past_due";
  /** Days after the first failure on which a renewal is retried. */
  retryDays: number[];
  deliveryMode: DeliveryMode;
  deliverySeed: number;
};

export type DeliveryMode = "normal" | "paused" | "duplicate" | "shuffle";
