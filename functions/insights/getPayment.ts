import type Stripe from "stripe";
import type { GrantView } from "#shared/customers/userRow.ts";
import type { Output } from "#shared/endpoint.ts";
import { lifetimeGrantId, subscriptionGrantId } from "#shared/grants/grant.ts";
import { getPayment, MAX_SAME_CARD } from "#shared/insights/payment.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { findCommission, findEarner, usesOfCard } from "../affiliates/index.ts";
import { toGrantView } from "../customers/index.ts";
import { listGrants } from "../grants/index.ts";
import { http } from "../http/index.ts";
import {
  creditedTo,
  idOf,
  listEventsOf,
  readPayment,
  seePayment,
  shownPayment,
  taxOf,
} from "../payments/index.ts";
import { findPayout } from "../payouts/index.ts";
import { isLivemode, retrievePayment } from "../platform/stripe.ts";
import { findUser, findUsers } from "../users/index.ts";

type Shown = Output<typeof getPayment>;

export const handler = http(getPayment)(async ({ input: { paymentId }, now }) => {
  const { intent, userId, refunds, disputes, invoice, session } = await seePayment(paymentId);
  const customer = idOf(intent.customer);
  const subscriptionId = idOf(invoice?.parent?.subscription_details?.subscription);
  const [payment, credited, owner, grants, events, booked, commission, livemode] = await Promise.all([
    shownPayment(intent, disputes),
    customer === null ? [] : creditedIn(customer, paymentId),
    userId === undefined ? undefined : findUser(userId),
    userId === undefined ? [] : listGrants(userId),
    userId === undefined ? [] : listEventsOf(userId),
    readPayment(paymentId),
    commissionOf(paymentId),
    isLivemode(),
  ]);
  const grantId = subscriptionId === null ? lifetimeGrantId(paymentId) : subscriptionGrantId(subscriptionId);
  const bought = grants.find(({ id }) => id === grantId);
  const license: GrantView | null = bought ? toGrantView(bought, now) : null;
  const user = owner?.deletedAt === null ? owner : undefined;
  return {
    payment: { ...payment, credited: credited.map(({ part }) => part) },
    earlier: credited.map(({ earlier }) => earlier),
    customer:
      userId === undefined
        ? null
        : {
            id: userId,
            email: user?.email ?? null,
            is_suspended: user?.suspended === true,
            stripe_customer_id: customer,
          },
    ...moneyOf(intent),
    same_card: booked.paid?.cardHash ? await sharing(booked.paid.cardHash, userId) : [],
    tax_cents: invoice ? taxOf(invoice) : (session?.total_details?.amount_tax ?? null),
    session_id: session?.id ?? null,
    subscription_id: subscriptionId,
    invoice: invoice?.id === undefined ? null : { id: invoice.id, number: invoice.number },
    refunds: refunds.map(partOf),
    disputes: disputes.map(partOf),
    license,
    commission,
    is_booked: booked.paid !== undefined,
    events,
    livemode,
    asOf: now.toISOString(),
  };
});

const partOf = (part: { id: string; amount: number; status: string | null; created: number }) => ({
  id: part.id,
  amount_cents: part.amount,
  status: part.status ?? "pending",
  created_at: fromEpochSeconds(part.created),
});

function moneyOf({ latest_charge }: Stripe.PaymentIntent): Pick<Shown, "fee" | "method" | "charge_id"> {
  if (latest_charge === null || typeof latest_charge === "string")
    return { fee: null, method: null, charge_id: null };
  const { id, balance_transaction: booked, payment_method_details: paidBy } = latest_charge;
  return {
    charge_id: id,
    fee:
      booked === null || typeof booked === "string" ? null : { cents: booked.fee, currency: booked.currency },
    method: paidBy && {
      name: paidBy.card?.brand ?? paidBy.type,
      last4: paidBy.card?.last4 ?? null,
      country: paidBy.card?.country ?? null,
    },
  };
}

/** Other accounts that paid with the card, without deleted ones. */
async function sharing(cardHash: string, userId: string | undefined) {
  const users = new Set((await usesOfCard(cardHash)).map((use) => use.userId));
  const others = [...users].filter((id) => id !== userId).slice(0, MAX_SAME_CARD);
  const found = await findUsers(others);
  return found.flatMap(({ userId: id, email, deletedAt }) => (deletedAt === null ? [{ id, email }] : []));
}

/** The parts of the price that the customer's earlier payments covered, each with its payment. */
async function creditedIn(customer: string, paymentId: string) {
  const parts = (await creditedTo(customer)).get(paymentId) ?? [];
  return Promise.all(
    parts.map(async (part) => ({ part, earlier: await shownPayment(await retrievePayment(part.id)) })),
  );
}

async function commissionOf(paymentId: string): Promise<Shown["commission"]> {
  const earner = await findEarner(paymentId);
  const commission = earner && (await findCommission(earner.affiliateId, paymentId));
  if (commission === undefined) return null;
  const { affiliateId, earnedCents, reversedCents, debtCents, status, payoutId } = commission;
  const [affiliate, payout] = await Promise.all([
    findUser(affiliateId),
    payoutId === null ? undefined : findPayout(payoutId),
  ]);
  return {
    affiliate_id: affiliateId,
    email: affiliate?.deletedAt === null ? affiliate.email : null,
    earned_cents: earnedCents,
    back_cents: reversedCents + debtCents,
    late_cents: debtCents,
    status,
    payout: payout ? { id: payout.id, status: payout.status } : null,
  };
}
