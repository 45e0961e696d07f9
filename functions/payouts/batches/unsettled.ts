import type Stripe from "stripe";
import { findEarner } from "../../affiliates/index.ts";
import { doneEvents, lastComplete, readPlace, windowOf } from "../../payments/index.ts";
import { stripe } from "../../platform/stripe.ts";

const TAKES_MONEY_BACK = [
  "refund.created",
  "refund.updated",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
] as const;

export const UNSETTLED =
  "For one of this affiliate's sales, Stripe has a refund or a dispute that is not in the ledger yet. The next reconciliation adds it.";

/**
 * Affiliates with a sale whose refund or dispute at Stripe we have not handled, because its webhook is late or lost.
 * Their balance is uncertain, so a calculation skips them.
 */
export async function unsettledAffiliates(now: Date): Promise<Set<string>> {
  const affiliates = new Set<string>();
  for (const payment of await unsettledPayments(now)) {
    const earner = await findEarner(payment);
    if (earner) affiliates.add(earner.affiliateId);
  }
  return affiliates;
}

/** Reads events since the last complete comparison with Stripe, which covered all earlier events. */
async function unsettledPayments(now: Date): Promise<Set<string>> {
  const completeSince = lastComplete(await readPlace());
  const { gte } = windowOf({ startedAt: now.toISOString(), completeSince }, now);
  const payments = new Set<string>();
  let after: string | undefined;
  do {
    const { data, has_more } = await (await stripe()).events.list({
      types: [...TAKES_MONEY_BACK],
      created: { gte },
      limit: 100,
      ...(after === undefined ? {} : { starting_after: after }),
    });
    const done = await doneEvents(data.map(({ id }) => id));
    for (const event of data) {
      const payment = done.has(event.id) ? undefined : paymentIn(event);
      if (payment !== undefined) payments.add(payment);
    }
    after = has_more ? data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return payments;
}

function paymentIn({ data: { object } }: Stripe.Event): string | undefined {
  if (object.object !== "refund" && object.object !== "dispute") return undefined;
  const { payment_intent: payment } = object;
  return typeof payment === "string" ? payment : payment?.id;
}
