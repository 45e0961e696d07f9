import { getLedger } from "#shared/affiliates/ledger.ts";
import { listActivity, listAffiliates, searchAffiliates } from "#shared/affiliates/operator.ts";
import { listAudit, searchAudit } from "#shared/audit/operator.ts";
import { getCustomer, listUsers, searchUsers } from "#shared/customers/operator.ts";
import { listDisputes } from "#shared/disputes/operator.ts";
import type { Endpoint, Output } from "#shared/endpoint.ts";
import { getGrowth, listMoves } from "#shared/insights/growth.ts";
import { getNeeds } from "#shared/insights/needs.ts";
import { getLatest, getSystemStats, getTrends, searchAll } from "#shared/insights/operator.ts";
import { getPayment } from "#shared/insights/payment.ts";
import { refreshRows } from "#shared/insights/refresh.ts";
import { DAY, HOUR } from "#shared/instant.ts";
import { explain } from "#shared/licenses/explain.ts";
import { listKeys, searchKeys } from "#shared/licenses/keyLists.ts";
import { showKey } from "#shared/licenses/operator.ts";
import { listPayoutRequests, listPayouts, searchPayouts } from "#shared/payouts/operator.ts";
import { getUnits } from "#shared/promotions/operator.ts";
import { listDestinations } from "#shared/referrals/operator.ts";
import { listAlerts } from "#shared/security/operator.ts";
import { listFailedEvents } from "#shared/stripeEvents/operator.ts";
import {
  activityLine,
  affiliate,
  ago,
  alert,
  email,
  key,
  NOW,
  payout,
  payoutRequest,
  sale,
  user,
  WHOLE_KEY,
} from "./backOfficeRows.ts";
import { growth, moveRow } from "./growthAnswers.ts";

// A month of a made-up business, for tests of what pages look like. Each answer has the shape of its contract, which
// the page checks. The integration tests check what the calls really do.

const EXPLANATION = explain({
  code: "VALID",
  warning: null,
  graceEnds: null,
  retryAt: null,
  isOccupied: true,
  computerName: "Studio Mac",
  reason: null,
  isRenewable: false,
});

/** Figures that go up and down, and are the same in each run. */
const wave = (at: number, most: number): number => Math.round(((Math.sin(at * 1.7) + 1.4) / 2.4) * most);

const days = Array.from({ length: 30 }, (_, at) => ago((29 - at) * DAY).slice(0, 10));
const list = <T>(rows: number, of: (at: number) => T): T[] => Array.from({ length: rows }, (_, at) => of(at));
const counted = (most: number) => days.map((date, at) => ({ date, count: wave(at, most) }));
const cents = (most: number) => days.map((date, at) => ({ date, amount_cents: wave(at, most) }));

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

export const GRANT: Output<typeof getCustomer>["grants"][number] = {
  id: "sub:sub_1",
  source: "subscription",
  tier: "pro",
  code: "VALID",
  warning: "PAYMENT_PAST_DUE",
  reasons: [],
  licenseKey: key(1).license_key,
  expires_at: null,
  subscription_id: "sub_1",
  subscription_status: "past_due",
  current_period_end: NOW / 1000,
  ends_at: null,
  created_at: ago(60 * DAY),
};

const PAID: Output<typeof getPayment>["payment"] = {
  id: "pi_1",
  amount_cents: 3_000,
  refunded_cents: 0,
  currency: "usd",
  status: "succeeded",
  dispute: null,
  description: "Subscription update",
  created_at: ago(20 * DAY),
};
const DISPUTED: typeof PAID = {
  ...PAID,
  id: "pi_0",
  refunded_cents: 1_000,
  dispute: "open",
  description: null,
  created_at: ago(50 * DAY),
};

const auditEntry = (at: number) => ({
  id: `entry-${at}`,
  at: ago(at * HOUR),
  operator: "operator-1",
  action: at % 2 === 0 ? "licenses/revokeKey" : "promotions/savePromotions",
  subject: at % 2 === 0 ? `key#${key(at).id}` : "offer#lifetime",
  userId: at % 2 === 0 ? `user-${at}` : null,
  before: { is_active: true, total: 40 },
  after: { is_active: false, total: 40 },
  note: null,
  email: at % 2 === 0 ? email(at) : null,
});

export const ANSWERS: readonly (readonly [Endpoint, unknown])[] = [
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
  answer(getGrowth, growth()),
  answer(listMoves, { rows: list(25, moveRow), next: "c2" }),
  answer(refreshRows, { users: [], keys: [], alerts: [], gone: [] }),
  answer(getUnits, { total: 400, sold: 12, held: 3 }),
  answer(listActivity, {
    logs: list(50, activityLine),
    emails: { "affiliate-1": email(1) },
    total: 18_516,
    next: "c2",
  }),
  answer(listUsers, { users: list(25, user), total: 20_418, next: "c2" }),
  answer(searchUsers, { users: list(25, user), total: null, next: "c2" }),
  answer(listKeys, { keys: list(25, key), total: 4_402, next: "c2" }),
  answer(searchKeys, { keys: list(25, key), total: null, next: null }),
  answer(showKey, { licenseKey: WHOLE_KEY }),
  answer(listAlerts, { rows: list(3, alert), total: 3, next: null }),
  answer(listAffiliates, { rows: list(12, affiliate), total: 12, next: null }),
  answer(getLedger, {
    balance: {
      email: email(1),
      payable_cents: 41_20,
      on_hold_cents: 1_600_00,
      in_payout_cents: 23_50,
      paid_out_cents: 180_00,
      earned_cents: 2_644_70,
      taken_back_cents: 800_00,
    },
    clicks: 18_204,
    payout_account: "incomplete",
    rows: list(6, sale),
    next: null,
  }),
  answer(searchAffiliates, { rows: list(12, affiliate), total: 12, next: null }),
  answer(listDestinations, {
    rows: [
      {
        id: "pricing",
        name: "Pricing",
        url: "https://site.example/#pricing",
        is_active: true,
        created_at: ago(40 * DAY),
      },
      {
        id: "tour",
        name: "Tour",
        url: "https://site.example/automation",
        is_active: false,
        created_at: ago(9 * DAY),
      },
    ],
  }),
  answer(listPayoutRequests, {
    rows: list(4, payoutRequest),
    total: 4,
    next: null,
  }),
  answer(listPayouts, { rows: list(9, payout), total: 9, next: null }),
  answer(searchPayouts, { rows: list(9, payout), total: null, next: null }),
  answer(getNeeds, {
    unknown: [],
    needs: [
      { kind: "event", count: 1, since: ago(2 * HOUR), amount_cents: null },
      { kind: "payout", count: 4, since: ago(2 * DAY), amount_cents: 84_000 },
      { kind: "alert", count: 3, since: ago(5 * HOUR), amount_cents: null },
    ],
  }),
  answer(listDisputes, {
    disputes: [
      {
        id: "dp_1",
        payment_id: "pi_0",
        user_id: "user-1",
        customer_email: email(1),
        amount_cents: 3_000,
        currency: "usd",
        reason: "fraudulent",
        status: "needs_response",
        is_inquiry: false,
        due_by: ago(-9 * DAY),
        can_answer: true,
        submitted: false,
        created_at: ago(2 * DAY),
      },
    ],
    next: null,
  }),
  answer(listFailedEvents, {
    events: [
      {
        id: "evt_1QxAfailed0000000000000000",
        type: "checkout.session.async_payment_succeeded",
        receivedAt: ago(2 * HOUR),
        attempts: 3,
        lastError: "CONFLICT: the grant was changed meanwhile",
        lastFailedAt: ago(HOUR),
        user_id: "user-1",
        user_email: email(1),
        amount_cents: 3_000,
        currency: "usd",
      },
    ],
    next: null,
  }),
  answer(listAudit, { entries: list(6, auditEntry), next: null }),
  answer(searchAudit, { entries: [auditEntry(0)], next: "c2", searchedTo: ago(40 * DAY) }),
  answer(searchAll, {
    results: [{ kind: "user", id: "user-1", title: email(1), detail: "trial", user_id: "user-1" }],
  }),
  answer(getCustomer, {
    account: {
      ...user(1),
      email_confirmed: false,
      mail_stop: null,
      agreement: null,
      stripe_customer_id: "cus_1",
    },
    grants: [GRANT],
    keys: [key(1), key(2)].map((row) => ({
      ...row,
      explanation: EXPLANATION,
      activated_at: ago(30 * DAY),
    })),
    payments: [PAID, DISPUTED],
    purchases: [
      {
        sessionId: "cs_1",
        product: "monthly",
        at: ago(20 * DAY),
        address: "203.0.113.24",
        country: "DE",
        device:
          "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15",
        terms: "2025-09-19",
        privacy: null,
      },
    ],
    events: [
      { id: "evt_1", type: "invoice.paid", at: ago(HOUR), open: { attempts: 4, last_error: "Timed out" } },
      { id: "evt_0", type: "customer.updated", at: ago(60 * DAY), open: null },
    ],
    livemode: false,
    mails: [
      {
        id: "receipt:in_1",
        template: "receipt",
        subject: "Your receipt 1",
        at: ago(20 * DAY),
        sent: true,
      },
    ],
    sessions: [{ device: "Firefox on Windows", country: "DE", signedInAt: ago(DAY), lastUsedAt: ago(HOUR) }],
    activity: [],
    alerts: [alert(1)],
    audit: [],
    asOf: ago(0),
  }),
  answer(getPayment, {
    payment: DISPUTED,
    earlier: [],
    customer: { id: "user-1", email: email(1), is_suspended: false, stripe_customer_id: "cus_1" },
    tax_cents: 479,
    fee: { cents: 117, currency: "usd" },
    method: { name: "visa", last4: "4242", country: "US" },
    same_card: [{ id: "user-2", email: email(2) }],
    charge_id: "ch_1",
    session_id: null,
    subscription_id: "sub_1",
    invoice: { id: "in_1", number: "F85C5B2C-0001" },
    refunds: [{ id: "re_1", amount_cents: 1_000, status: "succeeded", created_at: ago(40 * DAY) }],
    disputes: [{ id: "dp_1", amount_cents: 2_000, status: "needs_response", created_at: ago(2 * DAY) }],
    license: { ...GRANT, code: "SUSPENDED", reasons: ["dispute"], warning: null },
    commission: {
      affiliate_id: "affiliate-1",
      email: email(4),
      earned_cents: 504,
      back_cents: 168,
      status: "held",
      payout: null,
    },
    events: [],
    livemode: false,
    asOf: ago(0),
  }),
];

function answer<E extends Endpoint>(contract: E, output: Output<E>): readonly [Endpoint, Output<E>] {
  return [contract, output];
}
