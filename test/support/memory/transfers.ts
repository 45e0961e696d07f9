import Stripe from "stripe";
import { HOUR, SECOND } from "#shared/instant.ts";
import { copied } from "./copied.ts";
import type { Network } from "./network.ts";

export type Paid = {
  id: string;
  payoutId: string;
  group: string;
  amount: number;
  destination: string;
  reversals: { id: string; amount: number; created: number }[];
  /** An operator made this transfer at Stripe with the group and metadata of another transfer. */
  isForeign?: true;
};
export type Transfers = {
  /** The transfers to affiliates, in order. */
  paid: Paid[];
  /** The balance at Stripe, in cents. */
  balance: number;
  /** The error with which Stripe refuses every transfer, whatever the balance. */
  refusal: { code: string; message: string } | null;
  /** Stripe's events in the order of its list. An event without a time is newer than any limit. */
  events: { id: string; type: string; created?: number; data: { object: object } }[];
  reverse(transfer: Paid, amount: number): void;
  /** An operator repeats the transfer in Stripe's dashboard. */
  duplicate(transfer: Paid): void;
  clear(): void;
  /** Takes a snapshot of the transfers and their keys. @returns a function that restores it */
  keep(): () => void;
  client: Stripe;
};

/** For this long, Stripe repeats its first answer to every request with the same key. */
const KEYS_LIVE = 24 * HOUR;

/** Pages are short, so that the code has to read several pages. */
const MAX_PER_PAGE = 2;

const shown = ({ id, amount, destination, payoutId, reversals }: Paid) => ({
  id,
  amount,
  destination,
  amount_reversed: reversals.reduce((sum, reversal) => sum + reversal.amount, 0),
  metadata: { payoutId },
  reversals: { data: reversals },
});

type Kept = { at: number; answer: () => { id: string } };

/**
 * Answers the code's calls to Stripe about transfers.
 * @param asked called before Stripe, with the payout and the key of the attempt
 */
export function memoryTransfers(
  network: Network,
  now: () => number,
  asked: (payoutId: string, key: string) => void,
): Transfers {
  const keys = new Map<string, Kept>();
  const refuse = (why = { code: "balance_insufficient", message: "Insufficient funds" }): never => {
    throw new Stripe.errors.StripeInvalidRequestError({
      type: "invalid_request_error",
      ...why,
      statusCode: 400,
    } as never);
  };
  const ask = <T>(operation: string, apply: () => T) =>
    network.pass({ service: "stripe", operation }, () => copied(apply()));
  const keep = (key: string, answer: Kept["answer"]) => {
    keys.set(key, { at: now(), answer });
    return answer();
  };
  function create(params: Stripe.TransferCreateParams, key: string): { id: string } {
    const known = keys.get(key);
    if (known && now() - known.at < KEYS_LIVE) return known.answer();
    const amount = Number(params.amount);
    // Once Stripe has checked a request, it keeps its answer for the key, even a refusal.
    const { refusal } = transfers;
    if (refusal !== null) return keep(key, () => refuse(refusal));
    if (transfers.balance < amount) return keep(key, () => refuse());
    const id = `tr_${transfers.paid.length + 1}`;
    transfers.balance -= amount;
    transfers.paid.push({
      id,
      payoutId: String((params.metadata as Record<string, string>).payoutId),
      group: String(params.transfer_group),
      amount,
      destination: params.destination,
      reversals: [],
    });
    return keep(key, () => ({ id }));
  }
  const need = (id: string) => transfers.paid.find((one) => one.id === id) ?? refuse();
  const client = {
    accounts: {
      retrieve: (id: string) =>
        ask("accounts.retrieve", () => {
          const { refusal } = transfers;
          if (refusal?.code === "account_invalid") return refuse(refusal);
          return { id, capabilities: { transfers: "active" }, payouts_enabled: true };
        }),
    },
    events: {
      list: ({ created: { gte } }: { created: { gte: number } }) =>
        ask("events.list", () => ({
          data: transfers.events.filter(({ created = gte }) => created >= gte),
          has_more: false,
        })),
    },
    transfers: {
      create: (params: Stripe.TransferCreateParams, { idempotencyKey }: { idempotencyKey: string }) => {
        asked(String((params.metadata as Record<string, string>).payoutId), idempotencyKey);
        const broken = () => {
          if (!keys.has(idempotencyKey)) keys.set(idempotencyKey, { at: now(), answer: brokenDown });
        };
        const call = { service: "stripe", operation: "transfers.create" } as const;
        return network.pass(call, () => create(params, idempotencyKey), true, broken);
      },
      list: ({ transfer_group, destination, limit = 10, starting_after }: Stripe.TransferListParams) =>
        ask("transfers.list", () => {
          // Stripe lists the newest transfers first.
          const found = transfers.paid
            .toReversed()
            .filter(
              (one) =>
                one.group === (transfer_group ?? one.group) &&
                one.destination === (destination ?? one.destination),
            );
          const start = found.findIndex(({ id }) => id === starting_after) + 1;
          const end = start + Math.min(limit, MAX_PER_PAGE);
          return { data: found.slice(start, end).map(shown), has_more: found.length > end };
        }),
      retrieve: (id: string) =>
        ask("transfers.retrieve", () => ({ ...shown(need(id)), transfer_group: need(id).group })),
      listReversals: (id: string) =>
        ask("transfers.listReversals", () => ({ data: need(id).reversals.toReversed(), has_more: false })),
    },
  };
  const transfers: Transfers = {
    paid: [],
    balance: 0,
    refusal: null,
    events: [],
    reverse(transfer, amount) {
      const id = `${transfer.id}_back_${transfer.reversals.length + 1}`;
      transfer.reversals.push({ id, amount, created: now() / SECOND });
    },
    duplicate(transfer) {
      const id = `${transfer.id}_again_${transfers.paid.length + 1}`;
      transfers.paid.push({ ...transfer, id, reversals: [], isForeign: true });
    },
    clear() {
      keys.clear();
      transfers.paid.length = 0;
      transfers.refusal = null;
      transfers.events.length = 0;
    },
    keep() {
      const { refusal } = transfers;
      const events = [...transfers.events];
      const known = [...keys];
      const paid = copied(transfers.paid);
      const { balance } = transfers;
      return () => {
        transfers.clear();
        for (const [key, kept] of known) keys.set(key, kept);
        transfers.paid.push(...copied(paid));
        transfers.balance = balance;
        transfers.refusal = refusal;
        transfers.events.push(...events);
      };
    },
    client: client as unknown as Stripe,
  };
  return transfers;
}

function brokenDown(): never {
  throw new Stripe.errors.StripeAPIError({ type: "api_error", message: "Sorry", statusCode: 500 } as never);
}
