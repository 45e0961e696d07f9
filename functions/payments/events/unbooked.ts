import { DAY, fromEpochSeconds, type Instant, MINUTE, toEpochSeconds } from "#shared/instant.ts";
import { stripe } from "../../platform/stripe.ts";
import { knownCheckouts } from "../checkoutTable.ts";
import { namedAtStripe } from "../facts/stripeIds.ts";
import { aboutOf } from "./table.ts";

const SHOWN = 10;
/** Stripe retries a webhook for three days. The nightly comparison finds older sales. */
const SALES_OF = 3 * DAY;
const SALES = ["checkout.session.completed", "checkout.session.async_payment_succeeded"];

type Sale = { userId: string; since: Instant; cents: number };
export type UnbookedSale = Sale & { paymentId: string | undefined };

/**
 * Up to ten checkouts that were paid at least a minute ago and led to nothing, because their webhook was lost or fails.
 * Asks Stripe for the events that it could not deliver. Also asks for the latest sales, because an event counts as
 * delivered if no endpoint receives it, for example after Stripe disabled ours.
 */
export async function unbookedSales(now: Date): Promise<UnbookedSale[]> {
  const lists = await Promise.all([unknownSales(now, { delivery_success: false }), unknownSales(now, {})]);
  const sales = [...new Map(lists.flat())].slice(0, SHOWN);
  return Promise.all(
    sales.map(async ([session, sale]) => ({
      ...sale,
      paymentId: (await namedAtStripe("session", session)).paymentId,
    })),
  );
}

/** @returns the unrecorded sales among up to 100 events, each with its checkout session's id */
async function unknownSales(now: Date, filter: { delivery_success?: false }): Promise<[string, Sale][]> {
  const { data } = await (await stripe()).events.list({
    types: SALES,
    created: {
      gte: toEpochSeconds(new Date(now.getTime() - SALES_OF).toISOString()),
      lte: toEpochSeconds(new Date(now.getTime() - MINUTE).toISOString()),
    },
    limit: 100,
    ...filter,
  });
  const sales = data.flatMap(({ created, data: { object } }) => {
    const isPaid = object.object === "checkout.session" && object.payment_status === "paid";
    const { userId, amountCents } = aboutOf(object);
    return isPaid && userId !== null ? [{ created, id: object.id, userId, amountCents }] : [];
  });
  const known = await knownCheckouts(sales.map(({ id }) => id));
  return sales
    .filter(({ id }) => !known.has(id))
    .map(({ id, userId, created, amountCents }) => [
      id,
      { userId, since: fromEpochSeconds(created), cents: amountCents ?? 0 },
    ]);
}
