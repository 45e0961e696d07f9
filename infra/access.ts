import type { EndpointId } from "#shared/endpoints.ts";
import { ACCOUNTS_ACCESS } from "./access/accounts.ts";
import { ACTIVITY_ACCESS } from "./access/activity.ts";
import { AFFILIATES_ACCESS } from "./access/affiliates.ts";
import { API_KEYS_ACCESS } from "./access/apiKeys.ts";
import { AUDIT_ACCESS } from "./access/audit.ts";
import { CATALOG_ACCESS } from "./access/catalog.ts";
import { CHECKOUT_ACCESS } from "./access/checkout.ts";
import { CUSTOMERS_ACCESS } from "./access/customers.ts";
import { DIAGNOSTICS_ACCESS } from "./access/diagnostics.ts";
import { DISCOUNTS_ACCESS } from "./access/discounts.ts";
import { DISPUTES_ACCESS } from "./access/disputes.ts";
import { INSIGHTS_ACCESS } from "./access/insights.ts";
import { LICENSES_ACCESS } from "./access/licenses.ts";
import { MAIL_ACCESS } from "./access/mail.ts";
import { MIGRATIONS_ACCESS } from "./access/migrations.ts";
import { PAYOUTS_ACCESS } from "./access/payouts.ts";
import { PROMOTIONS_ACCESS } from "./access/promotions.ts";
import { RECONCILIATION_ACCESS } from "./access/reconciliation.ts";
import { REFERRALS_ACCESS } from "./access/referrals.ts";
import { REFUNDS_ACCESS } from "./access/refunds.ts";
import type { Access } from "./access/row.ts";
import { SECURITY_ACCESS } from "./access/security.ts";
import { STATUS_ACCESS } from "./access/status.ts";
import { STRIPE_EVENTS_ACCESS } from "./access/stripeEvents.ts";
import { SUBSCRIPTIONS_ACCESS } from "./access/subscriptions.ts";
import type { EventHandlerId } from "./events.ts";

/**
 * What each function may access. A function without a row in its feature's file does not compile. Each part of
 * TransactWriteItems counts as its own action. api.ts also lets endpoints for signed-in callers read Users, so that
 * they can check the caller.
 */
export const ACCESS = {
  ...ACCOUNTS_ACCESS,
  ...ACTIVITY_ACCESS,
  ...AFFILIATES_ACCESS,
  ...API_KEYS_ACCESS,
  ...AUDIT_ACCESS,
  ...CATALOG_ACCESS,
  ...CHECKOUT_ACCESS,
  ...CUSTOMERS_ACCESS,
  ...DIAGNOSTICS_ACCESS,
  ...DISCOUNTS_ACCESS,
  ...DISPUTES_ACCESS,
  ...INSIGHTS_ACCESS,
  ...LICENSES_ACCESS,
  ...MAIL_ACCESS,
  ...MIGRATIONS_ACCESS,
  ...PAYOUTS_ACCESS,
  ...PROMOTIONS_ACCESS,
  ...RECONCILIATION_ACCESS,
  ...REFERRALS_ACCESS,
  ...REFUNDS_ACCESS,
  ...SECURITY_ACCESS,
  ...STATUS_ACCESS,
  ...STRIPE_EVENTS_ACCESS,
  ...SUBSCRIPTIONS_ACCESS,
} as const satisfies Record<EndpointId | EventHandlerId, Access>;

export type FunctionId = keyof typeof ACCESS;
