import * as z from "zod/mini";
import { endpoint, FRESH_FOR_DELETION } from "../endpoint.ts";
import { Cursor } from "../listing.ts";
import { Recent } from "./recent.ts";

export const TREND_DAYS = 30;

const Day = z.string();
const Counted = z.array(z.object({ date: Day, count: z.number() }));
const Cents = z.array(z.object({ date: Day, amount_cents: z.number() }));

/** The back office's figures, kept current by streams. Month: the last 30 UTC days, today included. */
export const SystemStats = z.object({
  total_users: z.number(),
  active_users: z.number(),
  active_subscriptions: z.number(),
  total_seats: z.number(),
  active_seats: z.number(),
  /** Whole dollars: payments without tax, minus refunds and lost disputes. */
  total_revenue: z.number(),
  monthly_revenue: z.number(),
  affiliate_members: z.number(),
  /** Open alerts only. */
  security_alerts: z.number(),
  recent_signups: z.number(),
  /** In the last 30 days: accounts created, and accounts whose last license ended. */
  users_added: z.number(),
  users_removed: z.number(),
  suspended_users: z.number(),
  /** The last 30 UTC days, oldest first. */
  revenue_by_day: Cents,
  signups_by_day: Counted,
});
export type SystemStats = z.output<typeof SystemStats>;

/** Returns the figures of the Overview and of the sidebar. */
export const getSystemStats = endpoint({
  method: "GET",
  path: "/api/admin/system-stats",
  audience: "operator",
  input: z.strictObject({}),
  output: SystemStats,
});

/** Returns all-time totals, and daily counts of the last 30 UTC days, oldest first, with 0 for empty days. */
export const getTrends = endpoint({
  method: "GET",
  path: "/api/admin/trends",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({
    clicks: Counted,
    conversions: Counted,
    commissions: Cents,
    totals: z.object({ clicks: z.number(), conversions: z.number(), commission_cents: z.number() }),
  }),
});

export const LATEST_SHOWN = 10;

/** Lists the latest events of the whole business in the last ninety days, newest first. */
export const getLatest = endpoint({
  method: "GET",
  path: "/api/admin/latest",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ events: z.array(Recent) }),
});

/** `kind` decides the page to open and the label in the palette. */
export const Found = z.object({
  kind: z.enum([
    "user",
    "key",
    "alert",
    "affiliate",
    "payout",
    "request",
    "customer",
    "subscription",
    "invoice",
    "payment",
    "charge",
    "session",
    "dispute",
    "refund",
  ]),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  user_id: z.nullable(z.string()),
  /** The payment behind a Stripe id; absent if there is none. */
  payment_id: z.optional(z.string()),
});
export type Found = z.output<typeof Found>;

/**
 * Searches email addresses, people's names and computers' names by the beginning of a word, and network addresses, keys
 * (also replaced ones) and referral codes by their own beginning. Also searches by an invoice's number, by a card's
 * last four digits and a day (`4242 2026-11-28`), or by a whole id: ours, or Stripe's id of a customer, subscription,
 * invoice, payment, charge, session, dispute, refund, transfer or connected account. Each of these searches returns at
 * most ten results.
 */
export const searchAll = endpoint({
  method: "POST",
  path: "/api/admin/search",
  audience: "operator",
  byKey: "read",
  shows: ["accounts", "affiliates", "billing", "licenses", "payouts", "security"],
  input: z.object({ q: z._default(z.string().check(z.trim()), "") }),
  output: z.object({ results: z.array(Found) }),
});

export const EXPORTS = ["users", "license-keys", "alerts", "audit"] as const;
export type ExportName = (typeof EXPORTS)[number];

/**
 * Exports a list as CSV, part by part. The first part has the header and adds an entry to the audit log; each part
 * returns the cursor of the next. A cell that a spreadsheet would read as a formula gets an apostrophe in front.
 * FRESH_SIGN_IN_REQUIRED if the sign-in is older than ten minutes.
 */
export const exportList = endpoint({
  method: "POST",
  path: "/api/admin/export/{list}",
  audience: "operator",
  areaBy: {
    parameter: "list",
    areas: { users: "accounts", "license-keys": "licenses", alerts: "security", audit: "audit" },
  },
  freshSignIn: FRESH_FOR_DELETION,
  byKey: "read",
  input: z.object({ list: z.enum(EXPORTS), cursor: Cursor }),
  output: z.object({ csv: z.string(), rows: z.number(), next: z.nullable(z.string()) }),
});

export const PAGE_EXPORTS = [
  "affiliates",
  "payouts",
  "payout-requests",
  "affiliate-activity",
  "growth",
  "month",
  "selected-users",
  "selected-license-keys",
] as const;
export type PageExport = (typeof PAGE_EXPORTS)[number];

/**
 * Adds an entry to the audit log, before the page writes a list as CSV in the browser. FRESH_SIGN_IN_REQUIRED if the
 * sign-in is older than ten minutes.
 */
export const recordExport = endpoint({
  method: "POST",
  path: "/api/admin/exports",
  audience: "operator",
  freshSignIn: FRESH_FOR_DELETION,
  byKey: "read",
  input: z.object({ list: z.enum(PAGE_EXPORTS) }),
  output: z.object({ ok: z.literal(true) }),
});
