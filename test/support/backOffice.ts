import type { Page, Route } from "playwright-core";
import { getCustomer, listUsers } from "#shared/accounts/operator.ts";
import type { UserRow } from "#shared/accounts/userRow.ts";
import { listActivity, listAffiliates, listDestinations } from "#shared/affiliates/operator.ts";
import { listAudit } from "#shared/audit/operator.ts";
import { listFailedEvents } from "#shared/billing/operator.ts";
import type { Endpoint, Output } from "#shared/endpoint.ts";
import { getLatest, getSystemStats, getTrends, searchAll } from "#shared/insights/operator.ts";
import { DAY, HOUR } from "#shared/instant.ts";
import type { KeyRow } from "#shared/licenses/keyRow.ts";
import { listKeys } from "#shared/licenses/operator.ts";
import { listPayoutRequests, listPayouts, type PayoutRow } from "#shared/payouts/operator.ts";
import type { AlertRow } from "#shared/security/alertRow.ts";
import { listAlerts } from "#shared/security/operator.ts";

// A month of a made-up business, for pages that are looked at: each answer has the shape of its contract, which
// the page checks. What a call really does is the integration tests' affair.

const NOW = Date.parse("2026-11-20T12:00:00.000Z");
const ago = (ms: number): string => new Date(NOW - ms).toISOString();
const NAMES = ["creator", "channel", "clips", "studio", "news", "weekly", "films", "desk", "press", "reel"];
const email = (at: number): string => `${NAMES[at % NAMES.length]}${at}@example.com`;
/** The same figures each time, without looking like a ramp. */
const wave = (at: number, most: number): number => Math.round(((Math.sin(at * 1.7) + 1.4) / 2.4) * most);

const days = Array.from({ length: 30 }, (_, at) => ago((29 - at) * DAY).slice(0, 10));

export const user = (at: number): UserRow => ({
  id: `user-${at}`,
  email: at === 3 ? `${"a-very-long-address-".repeat(3)}@example.com` : email(at),
  membership_status: (["active", "trial", "expired", "inactive"] as const)[at % 4] ?? "active",
  is_suspended: at % 9 === 4,
  seat_count: at % 3,
  subscription_status: at % 4 === 0 ? "active" : at % 5 === 1 ? "past_due" : null,
  created_at: ago(at * DAY + HOUR),
  updated_at: ago(at * HOUR),
  last_sign_in_at: at % 6 === 5 ? null : ago(at * 5 * HOUR),
  last_login_location: at % 6 === 5 ? null : "DE",
  last_login_ip: at % 6 === 5 ? null : `203.0.113.${at}`,
});

export const key = (at: number): KeyRow => {
  const text = `7K3MQ-${String(10000 + at)}-AB2CD-EF3GH-PJ5Z${at % 10}`;
  return {
    id: text,
    license_key: text,
    user_id: at % 4 === 3 ? null : `user-${at}`,
    user_email: at % 4 === 3 ? null : email(at),
    assigned_at: at % 4 === 3 ? null : ago(at * DAY),
    is_active: at % 5 !== 2,
    computer_name: at % 4 === 3 ? null : `studio-mac-${at}`,
    ip_address: at % 4 === 3 ? null : `198.51.100.${at}`,
    last_used_at: at % 4 === 3 ? null : ago(at * HOUR),
    activation_count: at,
    swap_count_today: [0, 1, 4, 5, 2][at % 5] ?? 0,
    max_daily_swaps: 5,
    total_swaps: at * 2,
    created_at: ago(at * DAY),
    source: (["subscription", "lifetime", "manual", "manual"] as const)[at % 4] ?? "manual",
    expires_at: at % 4 >= 2 ? ago(-30 * DAY) : null,
  };
};

const alert = (at: number): AlertRow => ({
  id: `alert-${at}`,
  user_id: `user-${at}`,
  user_email: email(at),
  alert_type:
    (["rapid_swaps", "multiple_logins", "suspicious_ip", "key_sharing"] as const)[at % 4] ?? "rapid_swaps",
  severity: (["medium", "low", "high", "critical"] as const)[at % 4] ?? "low",
  description: "More than 4 computers of one key in 7 days.",
  metadata: { computers: 5 + at, country: "DE" },
  count: at + 1,
  created_at: ago(at * DAY),
  last_seen_at: ago(at * HOUR),
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

const list = <T>(rows: number, of: (at: number) => T): T[] => Array.from({ length: rows }, (_, at) => of(at));

const activity: Output<typeof listActivity>["logs"] = list(50, (at) =>
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
      },
);

const counted = (most: number) => days.map((date, at) => ({ date, count: wave(at, most) }));
const cents = (most: number) => days.map((date, at) => ({ date, amount_cents: wave(at, most) }));
const users = list(25, user);
const keys = list(25, key);

export const STATS: Output<typeof getSystemStats> = {
  total_users: 20_418,
  active_users: 3_911,
  active_subscriptions: 3_207,
  total_seats: 4_402,
  active_seats: 3_911,
  total_revenue: 128_210,
  monthly_revenue: 41_905,
  affiliate_members: 112,
  security_alerts: 3,
  recent_signups: 418,
  users_added: 418,
  users_removed: 37,
  suspended_users: 4,
  revenue_by_day: cents(180_000),
  signups_by_day: counted(20),
};

/** What each contract is answered; a test gives others in their place. */
const ANSWERS: readonly (readonly [Endpoint, unknown])[] = [
  answer(getSystemStats, STATS),
  answer(getTrends, {
    clicks: counted(900),
    conversions: counted(18),
    commissions: cents(9_000),
    totals: { clicks: 18_204, conversions: 312, commission_cents: 187_400 },
  }),
  answer(getLatest, {
    events: (["purchase", "signup", "key", "partner", "payout", "alert"] as const).map((kind, at) => ({
      id: `${kind}#${at}`,
      kind,
      at: ago(at * HOUR),
      user_id: `user-${at}`,
      amount_cents: kind === "purchase" || kind === "payout" ? 3_000 : null,
      currency: kind === "purchase" || kind === "payout" ? "usd" : null,
    })),
  }),
  answer(listActivity, { logs: activity, total: 18_516, next: "c2" }),
  answer(listUsers, { users, total: 20_418, next: "c2" }),
  answer(listKeys, { keys, total: 4_402, next: "c2" }),
  answer(listAlerts, { alerts: list(3, alert), total: 3, next: null }),
  answer(listAffiliates, {
    rows: list(12, (at) => ({
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
    })),
    total: 12,
    next: null,
  }),
  answer(listDestinations, {
    rows: [
      {
        id: "pricing",
        name: "Pricing",
        url: "https://articlip.example/#pricing",
        is_active: true,
        created_at: ago(40 * DAY),
      },
      {
        id: "tour",
        name: "Tour",
        url: "https://articlip.example/automation",
        is_active: false,
        created_at: ago(9 * DAY),
      },
    ],
  }),
  answer(listPayoutRequests, {
    rows: list(4, (at) => ({
      id: `affiliate-${at}-2`,
      affiliate_id: `affiliate-${at}`,
      affiliates: { profiles: { email: email(at) } },
      requested_amount_cents: 5_000 + at * 750,
      status: (["pending", "pending", "approved", "rejected"] as const)[at % 4] ?? "pending",
      requested_at: ago(at * DAY),
      reason: at % 4 === 3 ? "The address is not the affiliate's." : null,
      payout_id: at % 4 === 2 ? `affiliate-${at}-2` : null,
    })),
    total: 4,
    next: null,
  }),
  answer(listPayouts, { rows: list(9, payout), total: 9, next: null }),
  answer(listFailedEvents, {
    events: [
      {
        id: "evt_1QxAfailed",
        type: "invoice.paid",
        receivedAt: ago(2 * HOUR),
        attempts: 3,
        lastError: "CONFLICT: the grant was changed meanwhile",
        lastFailedAt: ago(HOUR),
      },
    ],
    next: null,
  }),
  answer(listAudit, {
    entries: list(6, (at) => ({
      id: `entry-${at}`,
      at: ago(at * HOUR),
      operator: "operator-1",
      action: at % 2 === 0 ? "licenses/revokeKey" : "promotions/savePromotions",
      subject: at % 2 === 0 ? `key#${key(at).id}` : "offer#lifetime",
      userId: at % 2 === 0 ? `user-${at}` : null,
      before: { is_active: true, total: 40 },
      after: { is_active: false, total: 40 },
      note: null,
    })),
    next: null,
  }),
  answer(searchAll, {
    results: [{ kind: "user", id: "user-1", title: email(1), detail: "trial", user_id: "user-1" }],
  }),
  answer(getCustomer, {
    account: { ...user(1), email_confirmed: false, stripe_customer_id: "cus_1" },
    grants: [
      {
        id: "sub:sub_1",
        source: "subscription",
        tier: "pro",
        code: "VALID",
        warning: "PAYMENT_PAST_DUE",
        reasons: [],
        license_key: key(1).license_key,
        expires_at: null,
        subscription_id: "sub_1",
        subscription_status: "past_due",
        current_period_end: NOW / 1000,
        cancel_at_period_end: false,
        created_at: ago(60 * DAY),
      },
    ],
    keys: [key(1), key(2)],
    payments: [
      {
        id: "pi_1",
        amount_cents: 3_000,
        refunded_cents: 0,
        currency: "usd",
        status: "succeeded",
        disputed: false,
        description: "Subscription update",
        created_at: ago(20 * DAY),
      },
      {
        id: "pi_0",
        amount_cents: 3_000,
        refunded_cents: 1_000,
        currency: "usd",
        status: "succeeded",
        disputed: true,
        description: null,
        created_at: ago(50 * DAY),
      },
    ],
    activity: [],
    alerts: [alert(1)],
    audit: [],
    asOf: ago(0),
  }),
];

function answer<E extends Endpoint>(contract: E, output: Output<E>): readonly [Endpoint, Output<E>] {
  return [contract, output];
}

export type Seen = { path: string; query: URLSearchParams; body: Record<string, unknown> };
type Reply = { status?: number; json: unknown };

/** Answers the calls of the back office on a page; `replies` says what else is answered, by method and path. */
export async function answerBackOffice(
  page: Page,
  replies: Readonly<Record<string, (seen: Seen) => Reply>> = {},
): Promise<Seen[]> {
  const asked: Seen[] = [];
  const reply = async (route: Route): Promise<void> => {
    const request = route.request();
    const url = new URL(request.url());
    const path = url.pathname.replace(/^\/backend/, "");
    const seen = { path, query: url.searchParams, body: JSON.parse(request.postData() ?? "{}") };
    const given = replies[`${request.method()} ${path}`];
    const known = ANSWERS.find(
      ([contract]) => contract.method === request.method() && fits(contract.path, path),
    );
    if (given === undefined && known === undefined) return route.fallback();
    asked.push(seen);
    const { status = 200, json } = given?.(seen) ?? { json: known?.[1] };
    await route.fulfill({ status, json });
  };
  await page.route("**/backend/api/**", reply);
  await page.route("**/backend/admin/**", reply);
  return asked;
}

function fits(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path);
}
