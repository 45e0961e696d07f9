import { stripe } from "../../platform/stripe.ts";
import { refusalOf } from "../../platform/stripeRefusal.ts";
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
  "session",
  "dispute",
  "refund",
  "transfer",
] as const;
export type StripeKind = (typeof STRIPE_KINDS)[number];

/** The prefixes of Stripe's ids. Some kinds also have an older form (docs.stripe.com/api). */
const PREFIXES: Readonly<Record<string, StripeKind>> = {
  cus: "customer",
  sub: "subscription",
  in: "invoice",
  pi: "payment",
  cs: "session",
  dp: "dispute",
  du: "dispute",
  re: "refund",
  pyr: "refund",
  tr: "transfer",
};

/** Stripe's ids have up to 255 characters. */
const STRIPE_ID = /^([a-z]{2,3})_\w{1,250}$/;

/** @returns undefined for other text, and for ids that lead to neither a customer nor a payout */
export function stripeKind(id: string): StripeKind | undefined {
  const [, prefix = ""] = STRIPE_ID.exec(id) ?? [];
  return Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;
}

/** @returns undefined if Stripe has no such object, or it is not for a customer of ours */
export async function ownerAtStripe(
  kind: Exclude<StripeKind, "transfer">,
  id: string,
): Promise<string | undefined> {
  try {
    return await OWNERS[kind](id);
  } catch (error) {
    if (refusalOf(error)?.code === "resource_missing") return undefined;
    throw error;
  }
}

const OWNERS: Readonly<Record<Exclude<StripeKind, "transfer">, (id: string) => Promise<string | undefined>>> =
  {
    customer: ownerOfCustomer,
    subscription: ownerOfSubscription,
    invoice: ownerOfInvoice,
    payment: ownerOfPayment,
    session: async (id) => (await (await stripe()).checkout.sessions.retrieve(id)).metadata?.userId,
    dispute: async (id) => (await affectedByDispute(id))?.userId,
    refund: async (id) => (await affectedByRefund(id))?.userId,
  };
