import { DAY, fromEpochSeconds, type Instant, toEpochSeconds } from "#shared/instant.ts";
import { stripe } from "../platform/stripe.ts";

const SHOWN = 10;
/** Card networks accept most disputes only within this time. */
const DISPUTABLE_FOR = 120 * DAY;

export type FraudWarning = { paymentId: string; email: string | undefined; since: Instant; cents: number };

/** Up to ten payments that a card network reported as fraud and that are neither refunded in full nor disputed. */
export async function openFraudWarnings(now: Date): Promise<FraudWarning[]> {
  const { earlyFraudWarnings } = (await stripe()).radar;
  const { data } = await earlyFraudWarnings.list({
    created: { gte: toEpochSeconds(new Date(now.getTime() - DISPUTABLE_FOR).toISOString()) },
    limit: 100,
    expand: ["data.payment_intent.customer"],
  });
  const open = data.flatMap(({ actionable, created, payment_intent: payment }) => {
    if (!actionable || typeof payment !== "object" || payment === null) return [];
    const { customer } = payment;
    const email = typeof customer === "object" && !customer?.deleted ? customer?.email : null;
    const since = fromEpochSeconds(created);
    return [{ paymentId: payment.id, email: email ?? undefined, since, cents: payment.amount_received }];
  });
  return open.slice(0, SHOWN);
}
