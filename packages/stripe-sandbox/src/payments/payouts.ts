import { change, create } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import type { Payout } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { balanceSums, bookMoney } from "./balance.ts";

/** Two days from the balance to the bank. */
const ARRIVES_AFTER_SECONDS = 2 * 24 * 60 * 60;

export type PayoutDraft = {
  amount: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  statementDescriptor: string | null;
};

/** Sends money of the platform's balance to its bank; never more than is available. */
export function makePayout(world: World, draft: PayoutDraft): Payout {
  if ((balanceSums(world).get(draft.currency)?.available ?? 0) < draft.amount) {
    throw invalidRequest(
      "You have insufficient funds in your Stripe account for this transfer. Your card balance is too low. You can use the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).",
      { code: "balance_insufficient" },
    );
  }
  const id = newId("po");
  const booked = bookMoney(world, {
    amount: -draft.amount,
    currency: draft.currency,
    type: "payout",
    source: id,
    description: draft.description ?? "STRIPE PAYOUT",
  });
  const now = world.clock.now();
  const payout = create(
    world,
    "payout",
    {
      id,
      object: "payout",
      amount: draft.amount,
      application_fee: null,
      application_fee_amount: null,
      arrival_date: now + ARRIVES_AFTER_SECONDS,
      automatic: false,
      balance_transaction: booked.id,
      created: now,
      currency: draft.currency,
      description: draft.description,
      destination: null,
      failure_balance_transaction: null,
      failure_code: null,
      failure_message: null,
      livemode: false,
      metadata: draft.metadata,
      method: "standard",
      original_payout: null,
      payout_method: null,
      reconciliation_status: "not_applicable",
      reversed_by: null,
      source_type: "card",
      statement_descriptor: draft.statementDescriptor,
      status: "pending",
      trace_id: null,
      type: "bank_account",
    },
    "payout.created",
  );
  world.agenda.add("payout.arrive", id, payout.arrival_date);
  return payout;
}

/** The money has reached the bank. */
export function arrive(world: World, id: string): void {
  const payout = world.store.find("payout", id);
  if (payout?.status !== "pending") return;
  const paid = change(world, "payout", payout, { status: "paid" }, "payout.updated");
  world.emit("payout.paid", paid);
}

/** Takes a payout back before the bank has it. */
export function cancelPayout(world: World, before: Payout): Payout {
  if (before.status !== "pending")
    throw invalidRequest(
      `Payouts can only be canceled while they are pending; this one is ${before.status}.`,
      { code: "payouts_not_allowed" },
    );
  const back = bookMoney(world, {
    amount: before.amount,
    currency: before.currency,
    type: "payout_cancel",
    source: before.id,
    description: "PAYOUT CANCELED",
  });
  const changes = { status: "canceled", failure_balance_transaction: back.id };
  const canceled = change(world, "payout", before, changes);
  world.emit("payout.canceled", canceled);
  return canceled;
}
