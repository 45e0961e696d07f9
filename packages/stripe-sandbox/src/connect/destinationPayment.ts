import { newId } from "../core/ids.ts";
import type { Account } from "../core/wire.ts";
import type { World } from "../core/world.ts";

export function destinationPayment(
  world: World,
  account: Account,
  amount: number,
  currency: string,
  transfer: string,
): string {
  const id = newId("py");
  world.store.put("charge", {
    id,
    object: "charge",
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: world.clock.now(),
    currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: null,
    payment_method: null,
    payment_method_details: { type: "stripe_account" },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: transfer,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: { amount: null, destination: account.id },
    transfer_group: null,
  });
  return id;
}
