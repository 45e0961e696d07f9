import type { Operation } from "../http/operation.ts";
import { accounts } from "./accounts.ts";
import { balance } from "./balance.ts";
import { charges } from "./charges.ts";
import { checkoutSessions } from "./checkoutSessions.ts";
import { coupons } from "./coupons.ts";
import { customers } from "./customers.ts";
import { disputes } from "./disputes.ts";
import { events } from "./events.ts";
import { fraudWarnings } from "./fraudWarnings.ts";
import { invoiceItems } from "./invoiceItems.ts";
import { invoicePreview } from "./invoicePreview.ts";
import { invoices } from "./invoices.ts";
import { paymentIntents } from "./paymentIntents.ts";
import { paymentMethods } from "./paymentMethods.ts";
import { portal } from "./portal.ts";
import { prices } from "./prices.ts";
import { products } from "./products.ts";
import { refunds } from "./refunds.ts";
import { schedules } from "./schedules.ts";
import { subscriptions } from "./subscriptions.ts";
import { tax } from "./tax.ts";
import { testClocks } from "./testClocks.ts";
import { transfers } from "./transfers.ts";
import { webhookEndpoints } from "./webhookEndpoints.ts";

export const operations: readonly Operation[] = [
  ...accounts,
  ...balance,
  ...charges,
  ...checkoutSessions,
  ...coupons,
  ...customers,
  ...disputes,
  ...events,
  ...fraudWarnings,
  ...invoiceItems,
  invoicePreview,
  ...invoices,
  ...paymentIntents,
  ...paymentMethods,
  ...portal,
  ...prices,
  ...products,
  ...refunds,
  ...schedules,
  ...subscriptions,
  ...tax,
  ...testClocks,
  ...transfers,
  ...webhookEndpoints,
];
