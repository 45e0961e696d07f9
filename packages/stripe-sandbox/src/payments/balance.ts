import { newId } from "../core/ids.ts";
import type { BalanceTransaction } from "../core/wire.ts";
import type { World } from "../core/world.ts";

const DAY = 24 * 60 * 60;
/** How long a charge's money is pending before it can be transferred or paid out. */
const AVAILABLE_AFTER_SECONDS = 2 * DAY;

type Entry = {
  amount: number;
  currency: string;
  type: BalanceTransaction["type"];
  source: string;
  description?: string | null;
  fee?: number;
  atOnce?: boolean;
};

/** Books a movement of money. Only charges are pending at first. */
export function bookMoney(world: World, entry: Entry): BalanceTransaction {
  const now = world.clock.now();
  const waits = entry.type === "charge" && !entry.atOnce;
  const fee = entry.fee ?? 0;
  const booked = world.store.put("balanceTransaction", {
    id: newId("txn"),
    object: "balance_transaction",
    amount: entry.amount,
    available_on: waits ? now + AVAILABLE_AFTER_SECONDS : now,
    balance_type: "payments",
    created: now,
    currency: entry.currency,
    description: entry.description ?? null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: entry.currency,
              description: "Stripe processing fees",
              type: "stripe_fee",
            },
          ],
    net: entry.amount - fee,
    reporting_category: entry.type === "adjustment" ? "dispute" : entry.type,
    source: entry.source,
    status: waits ? "pending" : "available",
    type: entry.type,
  });
  if (waits) world.agenda.add("balance.available", booked.id, booked.available_on);
  return booked;
}

export function makeAvailable(world: World, id: string): void {
  const booked = world.store.find("balanceTransaction", id);
  if (booked) world.store.put("balanceTransaction", { ...booked, status: "available" });
}

export function balanceSums(world: World): Map<string, { available: number; pending: number }> {
  const sums = new Map<string, { available: number; pending: number }>();
  for (const booked of world.store.all("balanceTransaction")) {
    const sum = sums.get(booked.currency) ?? { available: 0, pending: 0 };
    if (booked.status === "available") sum.available += booked.net;
    else sum.pending += booked.net;
    sums.set(booked.currency, sum);
  }
  return sums;
}

/** Stripe's usual fee for a card payment: 2.9 % and 30 cents. */
export function cardFee(amount: number): number {
  return Math.min(amount, Math.round(amount * 0.029) + 30);
}
