import type { LedgerSale } from "#shared/affiliates/ledger.ts";
import type { listActivity, listAffiliates } from "#shared/affiliates/operator.ts";
import type { UserRow } from "#shared/customers/userRow.ts";
import type { Output } from "#shared/endpoint.ts";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import type { KeyRow } from "#shared/licenses/keyRow.ts";
import type { listPayoutRequests, PayoutRow } from "#shared/payouts/operator.ts";
import type { AlertRow } from "#shared/security/alertRow.ts";

// The rows of a made-up business. Each row has a number, and looks like the other rows of its kind.

export const NOW = Date.parse("2026-11-20T12:00:00.000Z");
export const ago = (ms: number): string => new Date(NOW - ms).toISOString();
/** Of all texts such as "2 hours ago", "50 minutes ago" is the widest, and its width stays for ten minutes. */
const widestAgo = (): string => new Date(Date.now() - 50 * MINUTE).toISOString();
const NAMES = ["creator", "channel", "clips", "studio", "news", "weekly", "films", "desk", "press", "reel"];
export const email = (at: number): string => `${NAMES[at % NAMES.length]}${at}@example.com`;

export const user = (at: number): UserRow => ({
  id: `user-${at}`,
  email: at === 3 ? `${"a-very-long-address-".repeat(3)}@example.com` : email(at),
  membership_status: (["active", "trial", "expired", "inactive"] as const)[at % 4] ?? "active",
  is_suspended: at % 9 === 4,
  seat_count: at % 3,
  subscription_status: at % 4 === 0 ? "active" : at % 5 === 1 ? "past_due" : null,
  created_at: ago(at * DAY + HOUR),
  updated_at: ago(at * HOUR),
  last_sign_in_at: at % 6 === 5 ? null : at === 6 ? widestAgo() : ago(at * 5 * HOUR),
  last_login_location: at % 6 === 5 ? null : "DE",
  last_login_ip: at % 6 === 5 ? null : `203.0.113.${at}`,
});

export const WHOLE_KEY = "7K3MQ-9X2VD-4H8TN-R6WBC-PJ5ZE";

export const key = (at: number): KeyRow => ({
  id: `key-${at}-`.padEnd(22, "0"),
  license_key: `7K3MQ…PJ${100 + at}`,
  user_id: at % 4 === 3 ? null : `user-${at}`,
  user_email: at % 4 === 3 ? null : email(at),
  assigned_at: at % 4 === 3 ? null : ago(at * DAY),
  is_active: at % 5 !== 2,
  code: at % 5 === 2 ? "INACTIVE" : at % 7 === 5 ? "REVOKED" : "VALID",
  computer_name: at % 4 === 3 ? null : at === 6 ? "The-editing-desk-by-the-window.local" : `studio-mac-${at}`,
  ip_address: at % 4 === 3 ? null : at === 6 ? "2001:db8:85a3:1f2e:4c3b:8a2e:1370:7334" : `198.51.100.${at}`,
  last_used_at: at % 4 === 3 ? null : at === 6 ? widestAgo() : ago(at * HOUR),
  activation_count: at === 6 ? 1_234 : at,
  computer_count: at % 21,
  swap_count_today: [0, 1, 4, 5, 2][at % 5] ?? 0,
  max_daily_swaps: 5,
  total_swaps: at * 2,
  created_at: ago(at * DAY),
  source: (["subscription", "lifetime", "manual", "manual"] as const)[at % 4] ?? "manual",
  expires_at: at % 4 >= 2 ? ago(-30 * DAY) : null,
  extras: null,
});

export const alert = (at: number): AlertRow => ({
  id: `alert-${at}`,
  user_id: `user-${at}`,
  user_email: email(at),
  alert_type:
    (["rapid_swaps", "undeliverable_mail", "suspicious_ip", "key_sharing"] as const)[at % 4] ?? "rapid_swaps",
  severity: (["medium", "low", "high", "critical"] as const)[at % 4] ?? "low",
  description: "More than 4 computers of one key in 7 days.",
  metadata: { computers: 5 + at, country: "DE" },
  count: at + 1,
  created_at: ago(at * DAY),
  last_seen_at: at === 6 ? widestAgo() : ago(at * HOUR),
  resolved: false,
  resolved_by: null,
  resolved_at: null,
  note: null,
});

export const payout = (at: number): PayoutRow => ({
  id: `affiliate-${at}-1`,
  affiliate_id: `affiliate-${at}`,
  email: email(at),
  amount_cents: 2_350 + at * 1_111,
  status:
    (["pending", "approved", "paid", "failed", "reconciling", "canceled", "processing"] as const)[at % 7] ??
    "paid",
  requested_at: ago(at * DAY),
  approved_at: at % 7 > 0 ? ago(at * DAY) : null,
  paid_at: at % 7 === 2 ? ago(at * HOUR) : null,
  reason: at % 7 === 3 ? "The account cannot be paid right now." : null,
  transfer_id: at % 7 === 2 ? "tr_1" : null,
  attempts: at % 7 > 0 ? 1 : 0,
  reversed_cents: 0,
});

export const affiliate = (at: number): Output<typeof listAffiliates>["rows"][number] => ({
  id: `affiliate-${at}`,
  user_id: `user-${at}`,
  email: email(at),
  referral_code: `MAKER${at}`,
  total_referrals: at * 7,
  total_earnings_cents: at * 12_345,
  pending_payout_cents: at * 1_234,
  last_payout_at: at % 2 === 0 ? null : ago(at * DAY),
  created_at: ago(at * 9 * DAY),
  is_active: at % 5 !== 3,
  commission_rate: 0.2,
});

export const payoutRequest = (at: number): Output<typeof listPayoutRequests>["rows"][number] => ({
  id: `affiliate-${at}-2`,
  affiliate_id: `affiliate-${at}`,
  affiliates: { profiles: { email: email(at) } },
  requested_amount_cents: 5_000 + at * 750,
  status: (["pending", "pending", "approved", "rejected"] as const)[at % 4] ?? "pending",
  requested_at: ago(at * DAY),
  reason: at % 4 === 3 ? "The address is not the affiliate's." : null,
  payout_id: at % 4 === 2 ? `affiliate-${at}-2` : null,
});

export const sale = (at: number): LedgerSale => ({
  id: `pi_${at}`,
  buyer_user_id: `user-${at}`,
  buyer_email: at === 2 ? null : at === 3 ? `${"a-very-long-address-".repeat(3)}@example.com` : email(at),
  product: "subscription",
  paid_at: ago(at * DAY),
  base_cents: 4_000_00,
  rate_basis_points: 2_000,
  earned_cents: 800_00,
  taken_back_cents: at === 1 ? 800_00 : 0,
  taken_back_by: at === 1 ? [{ id: "dp_1", kind: "dispute" }] : [],
  status: at === 1 ? "held" : "pending",
  holds: at === 1 ? ["suspended"] : [],
  self_referral: at === 4 ? "self_card" : null,
  matures_at: ago(-30 * DAY),
  payout_id: at === 5 ? "affiliate-1-1" : null,
});

export const activityLine = (at: number): Output<typeof listActivity>["logs"][number] =>
  at % 6 === 1
    ? {
        id: `line-${at}`,
        affiliate_id: `affiliate-${at % 4}`,
        type: "conversion",
        amount_cents: 3_000,
        currency: "usd",
        status: at % 12 === 1 ? "success" : "fail",
        ts: ago(at * HOUR),
      }
    : {
        id: `line-${at}`,
        affiliate_id: `affiliate-${at % 4}`,
        type: "click",
        referrer: at % 4 === 0 ? null : "video.example/watch/how-to-make-videos-from-articles",
        device: (["desktop", "mobile", "tablet", "bot"] as const)[at % 4] ?? "desktop",
        country: "US",
        is_bot: at % 4 === 3,
        status: at % 4 === 3 ? "fail" : "success",
        ts: ago(at * HOUR),
      };
