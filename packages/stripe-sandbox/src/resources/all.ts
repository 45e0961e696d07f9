import type { Operation } from "../http/operation.ts";
import { accounts } from "./accounts.ts";
import { balance } from "./balance.ts";
import { capabilities } from "./capabilities.ts";
import { charges } from "./charges.ts";
import { checkoutSessions } from "./checkoutSessions.ts";
import { coupons } from "./coupons.ts";
import { customers } from "./customers.ts";
import { disputes } from "./disputes.ts";
import { events } from "./events.ts";
import { files } from "./files.ts";
import { invoiceItems } from "./invoiceItems.ts";
import { invoicePreview } from "./invoicePreview.ts";
import { invoices } from "./invoices.ts";
import { paymentIntents } from "./paymentIntents.ts";
import { paymentMethods } from "./paymentMethods.ts";
import { paymentPages } from "./paymentPages.ts";
import { payouts } from "./payouts.ts";
import { plans } from "./plans.ts";
import { portal } from "./portal.ts";
import { prices } from "./prices.ts";
import { products } from "./products.ts";
import { refunds } from "./refunds.ts";
import { schedules } from "./schedules.ts";
import { setupIntents } from "./setupIntents.ts";
import { sources } from "./sources.ts";
import { subscriptions } from "./subscriptions.ts";
import { tax } from "./tax.ts";
import { testClocks } from "./testClocks.ts";
import { transfers } from "./transfers.ts";
import { webhookEndpoints } from "./webhookEndpoints.ts";

/** Every call of the API that the sandbox answers. */
export const operations: readonly Operation[] = [
  ...accounts,
  ...balance,
  ...capabilities,
  ...charges,
  ...checkoutSessions,
  ...coupons,
  ...customers,
  ...disputes,
  ...events,
  ...files,
  ...invoiceItems,
  invoicePreview,
  ...invoices,
  ...paymentIntents,
  ...paymentMethods,
  ...paymentPages,
  ...payouts,
  ...plans,
  ...portal,
  ...prices,
  ...products,
  ...refunds,
  ...setupIntents,
  ...schedules,
  ...sources,
  ...subscriptions,
  ...tax,
  ...testClocks,
  ...transfers,
  ...webhookEndpoints,
];
