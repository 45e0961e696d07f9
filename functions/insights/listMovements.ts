import { listMovements } from "#shared/insights/balance.ts";
import { DAY, SECOND, toEpochSeconds } from "#shared/instant.ts";
import { http } from "../http/index.ts";
import { bookedOf } from "../payments/index.ts";
import { findPayouts } from "../payouts/index.ts";
import { orNoSuchPage, stripe } from "../platform/stripe.ts";
import { movementOf, paymentIn, payoutIn } from "./movements.ts";

/** Stripe's maximum page size, and the maximum for one read of our table. */
const LIMIT = 100;

export const handler = http(listMovements)(async ({ input: { day, cursor } }) => {
  const from = toEpochSeconds(day);
  const { balanceTransactions } = await stripe();
  const { data, has_more } = await orNoSuchPage(
    balanceTransactions.list({
      created: { gte: from, lt: from + DAY / SECOND },
      limit: LIMIT,
      expand: ["data.source"],
      ...(cursor !== undefined && { starting_after: cursor }),
    }),
  );
  const [booked, payouts] = await Promise.all([
    bookedOf(data.map(paymentIn).filter((id) => id !== null)),
    findPayouts([...new Set(data.map(payoutIn).filter((id) => id !== undefined))]),
  ]);
  return {
    rows: data.map((line) =>
      movementOf(line, booked.get(paymentIn(line) ?? ""), payouts.get(payoutIn(line) ?? "")),
    ),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  };
});
