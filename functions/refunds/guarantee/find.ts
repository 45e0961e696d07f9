import { type Grant, lifetimeGrantId, subscriptionGrantId } from "#shared/grants/grant.ts";
import { fromEpochSeconds, type Instant } from "#shared/instant.ts";
import type { RefundLimits, RefundOffer } from "#shared/refunds/refunds.ts";
import { endUnder, isFinal, listGrants } from "../../grants/index.ts";
import {
  type Back,
  backOf,
  cardOf,
  creditOfSession,
  paidInvoices,
  shownPayment,
} from "../../payments/index.ts";
import { retrievePayment, stripe } from "../../platform/stripe.ts";
import { type Covered, covered, isOver, renewed } from "./rules.ts";

/** The refund on offer, its payments, the newest first, and the cards that paid. */
export type Guaranteed = {
  offer: Omit<RefundOffer, "self_service" | "lease_until" | "answer_by">;
  payments: Back[];
  cards: string[];
  renewedAt: Instant | undefined;
};

/** The refund under the guarantee, or else under the operator's setting for renewals; undefined if there is none. */
export async function findGuaranteed(
  userId: string,
  now: Date,
  { renewal_videos: max_videos }: Pick<RefundLimits, "renewal_videos">,
  covers = covered,
): Promise<Guaranteed | undefined> {
  const grants = await listGrants(userId);
  const what = covers(grants, now) ?? (max_videos === null ? undefined : renewed(grants, now));
  if (what === undefined) return undefined;
  const { product, until, isRenewal } = what;
  const all = await Promise.all((await paymentsFor(what, grants, now)).map(shownNow));
  const paid = all.filter(({ status, left }) => status === "succeeded" && left > 0);
  const [latest] = paid;
  if (latest === undefined || paid.some(({ dispute }) => dispute !== null)) return undefined;
  const amount_cents = paid.reduce((sum, { left }) => sum + left, 0);
  const ends = product === "lifetime" ? endUnder(grants) : undefined;
  return {
    offer: {
      product,
      amount_cents,
      currency: latest.currency,
      until,
      ...(isRenewal && max_videos !== null && { max_videos }),
      ...(ends !== undefined && { subscription_ends: fromEpochSeconds(ends) }),
      ...(ends !== undefined && isFinal(grants) && { subscription_is_final: true as const }),
    },
    renewedAt: isRenewal && what.since !== null ? what.since : undefined,
    payments: paid.map(({ id, cents, left }) => ({ payment: id, cents: cents === null ? null : left })),
    cards: paid.flatMap(({ card }) => card ?? []),
  };
}

async function shownNow({ payment, cents }: Back) {
  const intent = await retrievePayment(payment);
  const shown = await shownPayment(intent);
  const left = shown.amount_cents - shown.refunded_cents;
  return { ...shown, cents, left: cents === null ? left : Math.min(cents, left), card: cardOf(intent) };
}

/** The payments to refund. After a short month, a renewal may also fall within the guarantee. */
async function paymentsFor(what: Covered, grants: readonly Grant[], now: Date): Promise<Back[]> {
  const { grant, since } = what;
  if (grant.subscription !== null)
    return backOf(await paidInvoices({ subscription: grant.subscription.subscription_id }), since, 0);
  const payment = grant.id.slice(lifetimeGrantId("").length);
  const { data } = await (await stripe()).checkout.sessions.list({ payment_intent: payment, limit: 1 });
  const credit = data[0] && creditOfSession(data[0]);
  const earlier = credit && grants.find(({ id }) => id === subscriptionGrantId(credit.subscription));
  const credited = credit
    ? (await paidInvoices({ subscription: credit.subscription })).filter(
        ({ created }) => created <= credit.at,
      )
    : [];
  // Outside the earlier purchase's own guarantee, only the credited part is refunded.
  const from = earlier && !isOver(earlier.createdAt, now) ? null : now.toISOString();
  return [{ payment, cents: null }, ...backOf(credited, from, credit?.cents ?? 0)];
}
