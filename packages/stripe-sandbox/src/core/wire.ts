import type Stripe from "stripe";

/**
 * Stripe's objects in JSON: ids in expandable fields, texts for decimals. Derived from the SDK's types, so that a
 * field that Stripe lacks does not compile.
 */
export type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends Plain
    ? T
    : { [K in keyof T]: WireField<T[K]> };

type Plain = string | number | boolean | null | undefined;
type WireField<T> = string extends T ? Extract<T, Plain> : T extends unknown ? Wire<T> : never;

export type Account = Wire<Stripe.Account>;
export type Address = Wire<Stripe.Address>;
export type BalanceTransaction = Wire<Stripe.BalanceTransaction>;
export type Charge = Wire<Stripe.Charge>;
export type CheckoutSession = Wire<Stripe.Checkout.Session>;
export type Coupon = Wire<Stripe.Coupon>;
export type Customer = Wire<Stripe.Customer>;
export type Discount = Wire<Stripe.Discount>;
export type Dispute = Wire<Stripe.Dispute>;
export type EarlyFraudWarning = Wire<Stripe.Radar.EarlyFraudWarning>;
export type Invoice = Wire<Stripe.Invoice>;
export type InvoiceItem = Wire<Stripe.InvoiceItem>;
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>;
export type InvoicePayment = Wire<Stripe.InvoicePayment>;
export type LineItem = Wire<Stripe.LineItem>;
export type PaymentIntent = Wire<Stripe.PaymentIntent>;
export type PaymentMethod = Wire<Stripe.PaymentMethod>;
export type Plan = Wire<Stripe.Plan>;
export type PortalConfiguration = Wire<Stripe.BillingPortal.Configuration>;
export type PortalSession = Wire<Stripe.BillingPortal.Session>;
export type Price = Wire<Stripe.Price>;
export type Product = Wire<Stripe.Product>;
export type PromotionCode = Wire<Stripe.PromotionCode>;
export type Refund = Wire<Stripe.Refund>;
export type SetupIntent = Wire<Stripe.SetupIntent>;
export type Subscription = Wire<Stripe.Subscription>;
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>;
export type SubscriptionSchedule = Wire<Stripe.SubscriptionSchedule>;
export type TaxId = Wire<Stripe.TaxId>;
export type TaxRegistration = Wire<Stripe.Tax.Registration>;
export type TestClock = Wire<Stripe.TestHelpers.TestClock>;
export type Transfer = Wire<Stripe.Transfer>;
export type TransferReversal = Wire<Stripe.TransferReversal>;
export type WebhookEndpoint = Wire<Stripe.WebhookEndpoint>;
export type EventType = Stripe.Event["type"];

export type StripeObject = { id: string; object: string };
