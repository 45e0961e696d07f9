import { create } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import type { Account, Charge, Transfer, TransferReversal } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { inner } from "../http/lists.ts";
import { balanceSums, bookMoney } from "../payments/balance.ts";
import { capabilityStatus } from "./accounts.ts";
import { destinationPayment } from "./destinationPayment.ts";

export type TransferDraft = {
  amount: number;
  currency: string;
  destination: Account;
  description: string | null;
  metadata: Record<string, string>;
  group: string | null;
  source: Charge | null;
};

/** Transfers available money from the platform to a connected account. */
export function makeTransfer(world: World, draft: TransferDraft): Transfer {
  if (capabilityStatus(draft.destination, "transfers") !== "active") {
    throw invalidRequest(
      "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
      { code: "insufficient_capabilities_for_transfer", param: "destination" },
    );
  }
  // A transfer with a source charge waits for that charge's money.
  const available = draft.source ? draft.amount : (balanceSums(world).get(draft.currency)?.available ?? 0);
  if (available < draft.amount) {
    throw invalidRequest(
      "You have insufficient available funds in your Stripe account. One way to add funds is to charge a customer: https://docs.stripe.com/testing#available-balance. For more information about how to test transfers, see https://stripe.com/docs/connect/testing.",
      { code: "balance_insufficient" },
    );
  }
  if (draft.source) checkSource(world, draft.source, draft.amount);
  const id = newId("tr");
  const booked = bookMoney(world, {
    amount: -draft.amount,
    currency: draft.currency,
    type: "transfer",
    source: id,
    description: draft.description,
  });
  const payment = destinationPayment(world, draft.destination, draft.amount, draft.currency, id);
  return create(
    world,
    "transfer",
    {
      id,
      object: "transfer",
      amount: draft.amount,
      amount_reversed: 0,
      balance_transaction: booked.id,
      created: world.clock.now(),
      currency: draft.currency,
      description: draft.description,
      destination: draft.destination.id,
      destination_payment: payment,
      livemode: false,
      metadata: draft.metadata,
      reversals: inner([], `/v1/transfers/${id}/reversals`),
      reversed: false,
      source_transaction: draft.source?.id ?? null,
      source_type: "card",
      transfer_group:
        draft.group ?? (draft.source ? `group_${draft.source.payment_intent ?? draft.source.id}` : null),
    },
    "transfer.created",
  );
}

function checkSource(world: World, source: Charge, amount: number): void {
  const used = world.store
    .all("transfer")
    .reduce((sum, other) => sum + (other.source_transaction === source.id ? other.amount : 0), 0);
  if (used + amount > source.amount - source.amount_refunded) {
    throw invalidRequest(
      `Transfers using this transaction as a source must not exceed the source amount of ${source.amount}. (There are existing transfers of ${used}.)`,
      { param: "amount" },
    );
  }
}

export function reverseTransfer(
  world: World,
  before: Transfer,
  sent: { amount?: number | undefined; description?: string | undefined; metadata: Record<string, string> },
): TransferReversal {
  const left = before.amount - before.amount_reversed;
  if (left === 0)
    throw invalidRequest(`Transfer ${before.id} has already been fully reversed.`, {
      code: "transfer_already_reversed",
    });
  const amount = sent.amount ?? left;
  if (amount > left) {
    throw invalidRequest(
      `Transfer reversal amount (${amount}) is greater than the unreversed amount of the transfer (${left}).`,
      { param: "amount" },
    );
  }
  const id = newId("trr");
  const booked = bookMoney(world, {
    amount,
    currency: before.currency,
    type: "transfer_refund",
    source: id,
    description: sent.description ?? null,
  });
  const reversal = create(world, "transferReversal", {
    id,
    object: "transfer_reversal",
    amount,
    balance_transaction: booked.id,
    created: world.clock.now(),
    currency: before.currency,
    destination_payment_refund: null,
    metadata: sent.metadata,
    source_refund: null,
    transfer: before.id,
  });
  const reversed = before.amount_reversed + amount;
  const after = world.store.put("transfer", {
    ...before,
    amount_reversed: reversed,
    reversed: reversed === before.amount,
    reversals: { ...before.reversals, data: [reversal, ...before.reversals.data] },
  });
  world.emit("transfer.reversed", after);
  return reversal;
}
