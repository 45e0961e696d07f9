import { findPaid, idOf, lately, noteFee, sinceLast } from "../payments/index.ts";
import { stripe } from "../platform/stripe.ts";
import type { Lanes, Page } from "./compare.ts";
import { laneOf, pageOf } from "./lanes.ts";

export const feeLanes: Lanes = (place, now) => [
  laneOf(place.hasFees ? sinceLast(place, now) : lately(place, now)),
];

/** Stores the fees of payments. Stripe may book a fee only after the payment's events. */
export const compareFees: Page = async (lane, _now, compare) => {
  const { balanceTransactions } = await stripe();
  const page = await balanceTransactions.list({ expand: ["data.source"], ...pageOf(lane) });
  const booked = new Map(
    page.data.map((line) => {
      const { source } = line;
      const charge = typeof source === "object" && source?.object === "charge" ? source : null;
      return [idOf(charge?.payment_intent), line];
    }),
  );
  const ids = [...booked.keys()].filter((id) => id !== null);
  for (const [id, { feeCents, currency }] of await findPaid(ids)) {
    const line = booked.get(id);
    if (feeCents !== undefined || line?.currency !== currency) continue;
    await compare(`fee of ${id}`, async () => {
      await noteFee(id, line.fee);
      return false;
    });
  }
  return page;
};
