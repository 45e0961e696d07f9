import { DAY, fromEpochSeconds, type Instant, MINUTE, toEpochSeconds } from "#shared/instant.ts";
import { log } from "../../platform/log.ts";
import { stripe } from "../../platform/stripe.ts";
import { knownCheckouts } from "../checkoutTable.ts";
import { aboutOf } from "./table.ts";

const SHOWN = 10;
/** Stripe retries a webhook for three days. The nightly comparison finds older sales. */
const SALES_OF = 3 * DAY;
const SALES = ["checkout.session.completed", "checkout.session.async_payment_succeeded"];

export type UnbookedSale = { userId: string | null; since: Instant; cents: number };

/**
 * Up to ten checkouts that were paid at least a minute ago and led to nothing, because their webhook was lost or fails.
 * Asks Stripe for the events that it could not deliver. Empty if Stripe does not answer.
 */
export async function unbookedSales(now: Date): Promise<UnbookedSale[]> {
  try {
    const { data } = await (await stripe()).events.list({
      types: SALES,
      delivery_success: false,
      created: {
        gte: toEpochSeconds(new Date(now.getTime() - SALES_OF).toISOString()),
        lte: toEpochSeconds(new Date(now.getTime() - MINUTE).toISOString()),
      },
      limit: 100,
    });
    const sales = data.flatMap(({ created, data: { object } }) => {
      const isPaid = object.object === "checkout.session" && object.payment_status === "paid";
      return isPaid ? [{ created, id: object.id, ...aboutOf(object) }] : [];
    });
    const known = await knownCheckouts(sales.map(({ id }) => id));
    return sales
      .filter(({ id }) => !known.has(id))
      .slice(0, SHOWN)
      .map(({ userId, created, amountCents }) => ({
        userId,
        since: fromEpochSeconds(created),
        cents: amountCents ?? 0,
      }));
  } catch (error) {
    log.error("needs.salesUnknown", error);
    return [];
  }
}
