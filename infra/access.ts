import type { EndpointId } from "#shared/endpoints.ts";
import { ACCOUNTS_ACCESS } from "./access/accounts.ts";
import { ACTIVITY_ACCESS } from "./access/activity.ts";
import { AFFILIATES_ACCESS } from "./access/affiliates.ts";
import { API_KEYS_ACCESS } from "./access/apiKeys.ts";
import { AUDIT_ACCESS } from "./access/audit.ts";
import { BILLING_ACCESS } from "./access/billing.ts";
import { DIAGNOSTICS_ACCESS } from "./access/diagnostics.ts";
import type { Access } from "./access/grants.ts";
import { INSIGHTS_ACCESS } from "./access/insights.ts";
import { LICENSES_ACCESS } from "./access/licenses.ts";
import { MAIL_ACCESS } from "./access/mail.ts";
import { MIGRATIONS_ACCESS } from "./access/migrations.ts";
import { PAYOUTS_ACCESS } from "./access/payouts.ts";
import { PROMOTIONS_ACCESS } from "./access/promotions.ts";
import { SECURITY_ACCESS } from "./access/security.ts";
import { STATUS_ACCESS } from "./access/status.ts";
import type { EventHandlerId } from "./events.ts";

/**
 * Who may touch what: one row a function, in the file of its feature, or it does not compile. A part of
 * TransactWriteItems counts as the action that it is. Endpoints for customers and operators may also read Users:
 * api.ts adds it for the suspension check.
 */
export const ACCESS = {
  ...ACCOUNTS_ACCESS,
  ...ACTIVITY_ACCESS,
  ...AFFILIATES_ACCESS,
  ...API_KEYS_ACCESS,
  ...AUDIT_ACCESS,
  ...BILLING_ACCESS,
  ...DIAGNOSTICS_ACCESS,
  ...INSIGHTS_ACCESS,
  ...LICENSES_ACCESS,
  ...MAIL_ACCESS,
  ...MIGRATIONS_ACCESS,
  ...PAYOUTS_ACCESS,
  ...PROMOTIONS_ACCESS,
  ...SECURITY_ACCESS,
  ...STATUS_ACCESS,
} as const satisfies Record<EndpointId | EventHandlerId, Access>;

export type FunctionId = keyof typeof ACCESS;
