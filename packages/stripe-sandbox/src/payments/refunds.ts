import { change, create, mergeMetadata } from "../core/change.ts";
import { differences } from "../core/differences.ts";
import { invalidRequest } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import type { Charge, Refund } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { bookMoney } from "./balance.ts";
import { behaviorOf } from "./cards.ts";
import { updateCharge } from "./charges.ts";
import { closeRefundedInquiry, reopenRefunds } from "./disputes.ts";
import { numberOf } from "./methods.ts";

const DAY = 24 * 60 * 60;

export type RefundDraft = {
  amount?: number;
  reason?: "duplicate" | "fraudulent" | "requested_by_customer";
  metadata?: Record<string, string> | null;
};

export function refund(world: World, before: Charge, draft: RefundDraft): Refund {
  const left = before.amount - before.amount_refunded;
  if (!before.paid)
    throw invalidRequest("This charge cannot be refunded because it failed.", {
      code: "charge_not_refundable",
    });
  if (!before.captured)
    throw invalidRequest(`Charge ${before.id} has not been captured; cancel its PaymentIntent instead.`, {
      code: "charge_not_refundable",
    });
  if (left <= 0)
    throw invalidRequest(`Charge ${before.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  const dispute = world.store.all("dispute").find((d) => d.charge === before.id);
  if (dispute && !dispute.is_charge_refundable && dispute.status !== "won") {
    throw invalidRequest(`Charge ${before.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  const amount = draft.amount ?? left;
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${money(amount, before.currency)}) is greater than unrefunded amount on charge (${money(left, before.currency)})`,
      { param: "amount" },
    );
  }
  const id = newId("re");
  const method =
    before.payment_method === null ? undefined : world.store.find("paymentMethod", before.payment_method);
  const behavior = method ? behaviorOf(numberOf(world, method)) : undefined;
  const booked = bookMoney(world, {
    amount: -amount,
    currency: before.currency,
    type: "refund",
    source: id,
    description: "REFUND FOR CHARGE",
  });
  const made = create(world, "refund", {
    id,
    object: "refund",
    amount,
    balance_transaction: booked.id,
    charge: before.id,
    created: world.clock.now(),
    currency: before.currency,
    customer: before.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata: mergeMetadata({}, draft.metadata),
    payment_intent: before.payment_intent,
    payment_method: before.payment_method,
    reason: draft.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: behavior?.refund === "pending" ? "pending" : "succeeded",
    transfer_reversal: null,
  });
  const refunded = before.amount_refunded + amount;
  const charge = updateCharge(
    world,
    before,
    { amount_refunded: refunded, refunded: refunded >= before.amount },
    "charge.refunded",
  );
  world.emit("refund.created", made);
  closeRefundedInquiry(world, charge);
  if (behavior?.refund) world.agenda.add("refund.settle", id, world.clock.now() + DAY);
  return made;
}

/** Settles a pending refund, or fails a refund of a test card whose refunds fail. */
export function settleRefund(world: World, id: string, answer?: "pending" | "fails"): void {
  const made = world.store.find("refund", id);
  const charge = made?.charge ? world.store.find("charge", made.charge) : undefined;
  const method = charge?.payment_method
    ? world.store.find("paymentMethod", charge.payment_method)
    : undefined;
  if (!made || !method || (made.status !== "pending" && made.status !== "succeeded")) return;
  world.agenda.drop("refund.settle", id);
  const how = answer ?? behaviorOf(numberOf(world, method)).refund;
  if (how === "fails") failRefund(world, made);
  else if (made.status === "pending") updateRefund(world, made, { status: "succeeded" });
}

/** Fails a refund. The money returns to the merchant, and the charge's refunded amount decreases. */
export function failRefund(world: World, before: Refund): Refund {
  if (before.status === "failed" || before.status === "canceled")
    throw invalidRequest(`This refund has a status of ${before.status}.`);
  const back = bookMoney(world, {
    amount: before.amount,
    currency: before.currency,
    type: "refund_failure",
    source: before.id,
    description: "REFUND FAILURE",
  });
  giveBack(world, before);
  const failed = change(world, "refund", before, {
    status: "failed",
    failure_reason: "expired_or_canceled_card",
    failure_balance_transaction: back.id,
  });
  tellUpdated(world, failed, { status: before.status });
  world.emit("refund.failed", failed);
  return failed;
}

/** Changes a refund and emits both events: the older `charge.refund.updated` and `refund.updated`. */
function updateRefund(world: World, before: Refund, changes: Partial<Refund>): Refund {
  const after = change(world, "refund", before, changes);
  const previous = differences(before, after);
  if (Object.keys(previous).length > 0) tellUpdated(world, after, previous);
  return after;
}

function tellUpdated(world: World, after: Refund, previous: Record<string, unknown>): void {
  world.emit("charge.refund.updated", after, previous);
  world.emit("refund.updated", after, previous);
}

function giveBack(world: World, before: Refund): void {
  const charge = before.charge === null ? undefined : world.store.find("charge", before.charge);
  if (!charge) return;
  updateCharge(world, charge, { amount_refunded: charge.amount_refunded - before.amount, refunded: false });
  reopenRefunds(world, charge);
}

function money(cents: number, currency: string): string {
  return `${currency === "usd" ? "$" : ""}${(cents / 100).toFixed(2)}`;
}
