import { DAY, fromEpochSeconds, type Instant, MINUTE, toEpochSeconds } from "#shared/instant.ts";
import { log } from "../../platform/log.ts";
import { stripe } from "../../platform/stripe.ts";
import { aboutOf } from "./aboutTable.ts";
import { knownCheckouts } from "./table.ts";

const SHOWN = 10;
/** Stripe retries a webhook for three days. What it gave up before is the night's. */
const SALES_OF = 3 * DAY;
const SALES = ["checkout.session.completed", "checkout.session.async_payment_succeeded"];

export type UnbookedSale = { userId: string | null; since: Instant; cents: number };

/**
 * Checkouts that were paid a minute ago or longer, and of which nothing has come: their webhook was lost, or its work
 * fails: ten at most. Asks Stripe, which knows what it could not deliver; none where it does not answer.
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
