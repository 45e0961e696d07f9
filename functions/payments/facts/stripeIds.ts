import { stripe } from "../../platform/stripe.ts";
import { refusalOf } from "../../platform/stripeRefusal.ts";
import { idOf } from "./invoiceFacts.ts";
import {
  affectedByDispute,
  affectedByRefund,
  ownerOfCustomer,
  ownerOfInvoice,
  ownerOfPayment,
  ownerOfSubscription,
} from "./owners.ts";

export const STRIPE_KINDS = [
  "customer",
  "subscription",
  "invoice",
  "payment",
  "charge",
  "session",
  "dispute",
  "refund",
  "transfer",
  "account",
] as const;
export type StripeKind = (typeof STRIPE_KINDS)[number];

/** The prefixes of Stripe's ids (docs.stripe.com/api). Some kinds have two. */
const PREFIXES: Readonly<Record<string, StripeKind>> = {
  cus: "customer",
  sub: "subscription",
  in: "invoice",
  pi: "payment",
  ch: "charge",
  py: "charge",
  cs: "session",
  dp: "dispute",
  du: "dispute",
  re: "refund",
  pyr: "refund",
  tr: "transfer",
  acct: "account",
};

/** Stripe's ids have up to 255 characters. */
const STRIPE_ID = /^([a-z]{2,4})_\w{1,250}$/;

/** @returns undefined for other text, and for ids that lead to neither a customer nor a payout */
export function stripeKind(id: string): StripeKind | undefined {
  const [, prefix = ""] = STRIPE_ID.exec(id) ?? [];
  return Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;
}

type OfCustomers = Exclude<StripeKind, "transfer" | "account">;
type Named = { userId?: string | undefined; paymentId?: string | undefined };

export async function namedAtStripe(kind: OfCustomers, id: string): Promise<Named> {
  try {
    return (await NAMED[kind](id)) ?? {};
  } catch (error) {
    if (refusalOf(error)?.code === "resource_missing") return {};
    throw error;
  }
}

const NAMED: Readonly<Record<OfCustomers, (id: string) => Promise<Named | undefined>>> = {
  customer: async (id) => ({ userId: await ownerOfCustomer(id) }),
  subscription: async (id) => ({ userId: await ownerOfSubscription(id) }),
  invoice: async (id) => {
    const [userId, paymentId] = await Promise.all([ownerOfInvoice(id), paymentOfInvoice(id)]);
    return { userId, paymentId };
  },
  payment: async (id) => ({ userId: await ownerOfPayment(id), paymentId: id }),
  charge: async (id) => {
    const paymentId = idOf((await (await stripe()).charges.retrieve(id)).payment_intent);
    return paymentId === null ? undefined : { userId: await ownerOfPayment(paymentId), paymentId };
  },
  session: async (id) => {
    const { metadata, payment_intent, invoice } = await (await stripe()).checkout.sessions.retrieve(id);
    const paymentId = idOf(payment_intent) ?? (await paymentOfInvoice(idOf(invoice)));
    return { userId: metadata?.userId, paymentId };
  },
  dispute: affectedByDispute,
  refund: affectedByRefund,
};

/** The payment of the latest attempt to pay the invoice; undefined if credit covered it. */
async function paymentOfInvoice(invoice: string | null): Promise<string | undefined> {
  if (invoice === null) return undefined;
  const { data } = await (await stripe()).invoicePayments.list({ invoice, limit: 1 });
  return idOf(data[0]?.payment.payment_intent) ?? undefined;
}
