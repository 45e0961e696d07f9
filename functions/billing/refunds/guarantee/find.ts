import type Stripe from "stripe";
import type { RefundOffer } from "#shared/billing/refunds.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { retrievePayment, stripe } from "../../../platform/stripe.ts";
import { paymentOf } from "../../facts/paidFacts.ts";
import { shownPayment } from "../../facts/shownPayment.ts";
import { listGrants } from "../../table.ts";
import { readLimits } from "../../tables/refundLimits.ts";
import { countAsks } from "../table.ts";
import { type Covered, covered, isWithin } from "./rules.ts";

/** The offer, the payments to refund for it with that of the current period first, and how often one may ask. */
export type Guaranteed = { offer: RefundOffer; payments: string[]; maxPerPerson: number };

/** What a customer can get back now, by Stripe and our own rows; undefined where there is nothing. */
export async function findGuaranteed(userId: string, now: Date): Promise<Guaranteed | undefined> {
  const what = covered(await listGrants(userId), now);
  if (what === undefined) return undefined;
  const { product, until } = what;
  const all = await Promise.all((await paymentsFor(what)).map(shownNow));
  const paid = all.filter(
    ({ amount_cents, refunded_cents, status }) => status === "succeeded" && amount_cents > refunded_cents,
  );
  const [latest] = paid;
  if (latest === undefined || paid.some(({ disputed }) => disputed)) return undefined;
  const amount_cents = paid.reduce((sum, payment) => sum + payment.amount_cents - payment.refunded_cents, 0);
  const [limits, asked] = await Promise.all([readLimits(), countAsks(userId)]);
  const self_service = isWithin(limits, amount_cents, asked);
  return {
    offer: { product, amount_cents, currency: latest.currency, until, self_service },
    payments: paid.map(({ id }) => id),
    maxPerPerson: limits.max_per_person,
  };
}

const shownNow = async (id: string) => shownPayment(await retrievePayment(id));

/** A short month renews within the guarantee: then two payments are refunded, the newest first. */
async function paymentsFor({ grant: { id, subscription }, since }: Covered): Promise<string[]> {
  if (subscription === null) return [id.slice(id.indexOf(":") + 1)];
  const { data } = await (await stripe()).invoices.list({
    subscription: subscription.subscription_id,
    status: "paid",
    limit: 10,
    expand: ["data.payments"],
  });
  return data
    .filter(({ created }) => since === null || fromEpochSeconds(created) >= since)
    .map((invoice: Stripe.Invoice) => paymentOf(invoice))
    .filter((payment) => payment.startsWith("pi_"));
}
