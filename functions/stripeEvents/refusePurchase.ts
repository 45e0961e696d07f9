import type Stripe from "stripe";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { lifetimeGrantId } from "#shared/grants/grant.ts";
import { type Mail, needsAttention } from "#shared/mail/mail.ts";
import type { Refusal } from "#shared/stripeEvents/refusal.ts";
import { inMoney, onDay } from "#shared/words.ts";
import { unitBack } from "../checkout/index.ts";
import { refuseGrant } from "../grants/index.ts";
import {
  CREDIT_OVER,
  type GivenBack,
  giveBack,
  OWNED_ALREADY,
  type OwnPayment,
  recordCheckout,
  refusePayment,
  SOLD_OUT,
} from "../payments/index.ts";
import { stripe } from "../platform/stripe.ts";
import type { EventWork } from "./work.ts";

type Reason = Exclude<Refusal, "subscribed already">;
const REFUND_NOTES = {
  "sold out": SOLD_OUT,
  "owned already": OWNED_ALREADY,
  "credit over": CREDIT_OVER,
} as const;

/**
 * Refunds the payment and returns a unit that is still held. It stores the refusal first. A payment cannot have both a
 * refusal and a grant, so if one handler grants the last unit while another refuses the payment, only one succeeds.
 */
export async function refusePurchase(
  session: Stripe.Checkout.Session,
  payment: OwnPayment,
  given: Reason,
  now: Date,
): Promise<EventWork> {
  const { reading, userId, trouble } = payment;
  const grantId = lifetimeGrantId(trouble.paymentIntentId);
  await reading.commit([
    refusePayment(trouble.paymentIntentId, now),
    refuseGrant(userId, grantId),
    ...(await unitBack(userId, session, given === "credit over" ? now : null)),
  ]);
  const became = given === "refunded" ? given : await giveBack(payment, REFUND_NOTES[given]);
  const reason = given === "refunded" ? await ownReason(trouble.paymentIntentId) : given;
  const effect = {
    sessionId: session.id,
    userId,
    mode: "payment" as const,
    licenseKey: null,
    refusal: reason,
  };
  return {
    reading,
    writes: [],
    mails: reason === "refunded" ? [] : mailsOf(session, payment, reason, became),
    records: [recordCheckout(reading, { ...effect, at: now.toISOString() })],
  };
}

/** The reason of an earlier attempt that refunded the payment; "refunded" if a person refunded it. */
async function ownReason(paymentIntentId: string): Promise<Reason> {
  const { data } = await (await stripe()).refunds.list({ payment_intent: paymentIntentId, limit: 100 });
  const notes = data.map(({ metadata }) => metadata?.reason);
  const ours = (["sold out", "credit over", "owned already"] as const).find((reason) =>
    notes.includes(REFUND_NOTES[reason]),
  );
  return ours ?? "refunded";
}

const BECAME: Readonly<Record<GivenBack, string>> = {
  refunded: "was refunded in full",
  open: "is disputed and cannot be refunded until the bank decides. If you win, it is refunded then",
  failed: "could not be refunded: two attempts failed",
  lost: "was returned by the bank after a dispute",
};

const TOLD = {
  "sold out": {
    id: "sold-out-operator",
    what: "A payment arrived after the offer sold out",
    toCustomer: { id: "sold-out", template: "soldOutWhilePaying" },
  },
  "credit over": {
    id: "credit-over-operator",
    what: "A lifetime license was paid with an old credit",
    toCustomer: { id: "credit-over", template: "creditOver" },
  },
  "owned already": { id: "owned-already", what: "A second lifetime license was paid", toCustomer: null },
} as const;

function mailsOf(
  session: Stripe.Checkout.Session,
  payment: OwnPayment,
  reason: keyof typeof TOLD,
  became: GivenBack,
): Mail[] {
  const { userId, trouble, amount, currency, paidAt } = payment;
  const money = inMoney(amount, currency);
  const { id, what, toCustomer } = TOLD[reason];
  const toOperator = needsAttention(
    `${id}:${session.id}`,
    what,
    `The payment ${trouble.paymentIntentId} of ${money} by user ${userId} ${BECAME[became]}. No license was issued for it.`,
  );
  if (toCustomer === null || became !== "refunded") return [toOperator];
  return [
    {
      id: `${toCustomer.id}:${session.id}`,
      to: { userId },
      template: toCustomer.template,
      data: { product: CATALOG.lifetime.name, amount: money, paidOn: onDay(paidAt.toISOString()) },
    },
    toOperator,
  ];
}
