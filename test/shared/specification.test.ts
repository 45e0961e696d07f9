import { expect, test } from "vitest";
import { ActivityEntry as CustomerActivity } from "#shared/activity/activity.ts";
import { DEFAULT_RATE, toCommissionRate } from "#shared/affiliates/affiliate.ts";
import { AffiliateRow } from "#shared/affiliates/operator.ts";
import { UserRow } from "#shared/customers/userRow.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { getTrends, SystemStats } from "#shared/insights/operator.ts";
import { KeyRow } from "#shared/licenses/keyRow.ts";
import { Seat } from "#shared/licenses/seat.ts";
import { PayoutRequestRow, PayoutRow } from "#shared/payouts/operator.ts";
import { Promotions } from "#shared/promotions/promotion.ts";
import { Destination } from "#shared/referrals/destination.ts";
import { AlertRow } from "#shared/security/alertRow.ts";
import { getStatus } from "#shared/status/public.ts";
import { Invoice } from "#shared/subscriptions/customer.ts";
import { Subscription } from "#shared/subscriptions/subscription.ts";

test.each([
  ["customer", "POST", "/stripe-checkout"],
  ["customer", "POST", "/create-customer-portal"],
  ["customer", "POST", "/api/seat/swap"],
  ["customer", "GET", "/api/subscription"],
  ["customer", "GET", "/api/stripe/invoices"],
  ["customer", "POST", "/api/cancel-subscription"],
  ["customer", "POST", "/api/create-free-key"],
  ["public", "GET", "/api/promotions"],
  ["customer", "GET", "/api/getActivityLogs"],
  ["customer", "GET", "/api/getVideoCount"],
  ["public", "GET", "/status"],
  ["operator", "GET", "/api/admin/system-stats"],
  ["operator", "GET", "/api/admin/trends"],
  ["operator", "GET", "/api/admin/status"],
  ["operator", "PUT", "/api/admin/status"],
  ["operator", "GET", "/api/admin/users"],
  ["operator", "GET", "/api/admin/license-keys"],
  ["operator", "POST", "/api/assignLicenseKey"],
  ["operator", "POST", "/api/createLicenseKey"],
  ["operator", "POST", "/api/admin/license-keys/revoke"],
  ["operator", "POST", "/api/admin/license-keys/reset-swaps"],
  ["operator", "GET", "/api/admin/security/alerts"],
  ["operator", "POST", "/api/admin/security/resolve"],
  ["operator", "GET", "/admin/affiliates"],
  ["operator", "POST", "/admin/halt"],
  ["operator", "GET", "/api/admin/activity"],
  ["operator", "POST", "/api/admin/promotions"],
  ["operator", "GET", "/admin/destinations"],
  ["operator", "POST", "/admin/destinations"],
  ["operator", "PATCH", "/admin/destinations/{id}"],
  ["operator", "GET", "/admin/payout-requests"],
  ["operator", "GET", "/admin/payouts"],
  ["operator", "POST", "/admin/payouts/approve"],
  ["operator", "POST", "/admin/payouts/transfer"],
  ["operator", "POST", "/admin/batches/run-calc"],
  ["operator", "POST", "/admin/batches/run-distribute"],
])("the %s has a call at %s %s", (audience, method, path) => {
  const found = Object.values<Endpoint>(ENDPOINTS).filter(
    (contract) => contract.method === method && contract.path === path,
  );
  expect(found.map((contract) => contract.audience)).toEqual([audience]);
});

test.each<[string, { shape: object }, string]>([
  [
    "subscription",
    Subscription,
    "customer_id subscription_id subscription_status price_id current_period_start current_period_end cancel_at_period_end payment_method_brand payment_method_last4",
  ],
  ["seat", Seat, "id license_key ip_address computer_name is_active assigned_at"],
  ["activity log entry", CustomerActivity, "id activity_type created_at status"],
  ["invoice", Invoice, "id number created amount_paid currency status invoice_pdf hosted_invoice_url"],
  ["promotions", Promotions, "lifetime_enabled hero_text subtitle end_at quantity_remaining"],
  [
    "admin system stats",
    SystemStats,
    "total_users active_users active_subscriptions total_seats active_seats total_revenue monthly_revenue affiliate_members security_alerts recent_signups",
  ],
  ["admin trends", getTrends.output, "clicks conversions commissions"],
  ["service status", getStatus.output, "services updated_at"],
  [
    "user",
    UserRow,
    "id email membership_status is_suspended seat_count subscription_status created_at updated_at last_sign_in_at last_login_location last_login_ip",
  ],
  [
    "license key",
    KeyRow,
    "id license_key user_id user_email assigned_at is_active computer_name ip_address last_used_at activation_count swap_count_today max_daily_swaps total_swaps created_at",
  ],
  [
    "security alert",
    AlertRow,
    "id user_id user_email alert_type severity description metadata created_at resolved resolved_by resolved_at",
  ],
  [
    "affiliate",
    AffiliateRow,
    "id user_id email referral_code total_referrals total_earnings_cents pending_payout_cents last_payout_at created_at is_active commission_rate",
  ],
  ["destination", Destination, "id name url is_active created_at"],
  ["payout request", PayoutRequestRow, "affiliate_id affiliates requested_amount_cents status requested_at"],
  ["payout", PayoutRow, "id affiliate_id amount_cents status requested_at"],
])("the entity %s has the fields of the specification", (_entity, { shape }, fields) => {
  expect(Object.keys(shape)).toEqual(expect.arrayContaining(fields.split(" ")));
});

test("an affiliate's commission is 20 percent by default", () => {
  expect(toCommissionRate(DEFAULT_RATE)).toBe(0.2);
});
