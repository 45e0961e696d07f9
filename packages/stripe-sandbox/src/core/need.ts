import { noSuch } from "./errors.ts";
import type { TableName, Tables } from "./tables.ts";
import type { World } from "./world.ts";

/** Stripe's names for kinds of objects in "No such customer: …". */
const SPOKEN: Partial<Record<TableName, string>> = {
  account: "account",
  balanceTransaction: "balance_transaction",
  checkoutSession: "checkout.session",
  earlyFraudWarning: "early fraud warning",
  invoiceItem: "invoiceitem",
  invoicePayment: "invoice_payment",
  paymentIntent: "payment_intent",
  paymentMethod: "PaymentMethod",
  portalConfiguration: "configuration",
  promotionCode: "promotion code",
  setupIntent: "setupintent",
  subscriptionItem: "subscription_item",
  subscriptionSchedule: "subscription_schedule",
  testClock: "test clock",
  transferReversal: "transfer reversal",
  webhookEndpoint: "webhook endpoint",
};

/** The object with this id. @throws Stripe's `resource_missing` */
export function need<K extends TableName>(world: World, table: K, id: string, param = "id"): Tables[K] {
  const found = world.store.find(table, id);
  if (!found) throw noSuch(SPOKEN[table] ?? table, id, param);
  return found;
}
