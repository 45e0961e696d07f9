import { type UserRow, userShelf } from "#shared/accounts/userRow.ts";
import type { Grant } from "#shared/billing/grant.ts";
import { isOngoing } from "#shared/billing/subscription.ts";
import type { KeptMove } from "#shared/insights/moves.ts";
import type { Recent, RecentKind } from "#shared/insights/recent.ts";
import { type Instant, utcDay } from "#shared/instant.ts";
import type { KeyExtras } from "#shared/licenses/entitlements.ts";
import { type KeyRow, keyShelf } from "#shared/licenses/keyRow.ts";
import type { RunningLease } from "#shared/licenses/lease.ts";
import type { License } from "#shared/licenses/license.ts";
import { type Entitlement, standing } from "#shared/licenses/standing.ts";
import type { Alert } from "#shared/security/alert.ts";
import type { AlertRow } from "#shared/security/alertRow.ts";
import { swapsToday } from "../licenses/rules/swaps.ts";
import { leftAt, membershipOf, nextEnd } from "./rules/membership.ts";
import { wordsOfKey, wordsOfUser } from "./rules/words.ts";

/** What something counts for: a figure of all time, and of a day where it belongs to one. */
export type Sum = {
  figure: string;
  /** Of a cohort its month; of what affiliates brought, the day and which of its rows (rules/brought.ts). */
  day: string | null;
  amount: number;
  /** Figures of growth stand apart from those of the Overview: by day, by cohort, by the affiliate who brought it. */
  part?: "growth" | "cohorts" | "brought" | undefined;
};

/**
 * What the back office lists of something, and what it counts for. Made from what the tables say now, never
 * from what changed: so told twice, late or in another order it ends the same.
 */
export type Entry = {
  id: string;
  /** Which list it is in, and which part of it; none where it only counts. */
  list?: string;
  shelf?: string;
  createdAt?: Instant;
  /** What it is found by: the beginning of it. */
  name?: string;
  /** What else it is found by: the beginning of each (rules/words.ts). */
  words?: string[];
  /** When it was last seen; a dash where it never was. */
  seenAt?: string;
  row?: Record<string, unknown>;
  /** When this entry changes without a write, and the queue in which it waits for that. */
  due?: "users" | "keys";
  dueAt?: Instant;
  /** What the Overview tells of it as having happened. */
  recent?: Recent;
  /** What a customer changed in the figures of growth. */
  moves?: KeptMove[];
  sums: Sum[];
};

export const NEVER_SEEN = "-";

/** How an address is filed and looked up. */
export const foldEmail = (email: string): string => email.trim().normalize("NFC").toLowerCase();

/** Null for an account that is being deleted: its row goes last, so it may still be there. */
export const addressOf = (user: { email: string; deletedAt: Instant | null } | undefined): string | null =>
  user?.deletedAt === null ? user.email : null;

export const total = (figure: string, amount = 1): Sum => ({ figure, day: null, amount });
export const onDay = (figure: string, at: Instant, amount = 1): Sum[] => [
  { figure, day: null, amount },
  { figure, day: utcDay(new Date(at)), amount },
];

export const happened = (
  kind: RecentKind,
  id: string,
  at: Instant,
  userId: string | null,
  money?: { cents: number; currency: string },
): Recent => ({
  id,
  kind,
  at,
  user_id: userId,
  amount_cents: money?.cents ?? null,
  currency: money?.currency ?? null,
});

type Person = {
  userId: string;
  email: string;
  name?: string | null | undefined;
  suspended: boolean;
  createdAt: Instant;
  updatedAt?: Instant | undefined;
  lastSignInAt: Instant | null;
  lastSignInAddress: string | null;
  lastSignInCountry: string | null;
};

export function userRow(user: Person, grants: readonly Grant[], now: Date): UserRow {
  const subscriptions = grants
    .flatMap(({ subscription }) => (subscription ? [subscription] : []))
    .sort((a, b) => b.current_period_end - a.current_period_end);
  const current = subscriptions.find((one) => isOngoing(one.subscription_status)) ?? subscriptions[0];
  return {
    id: user.userId,
    email: user.email,
    membership_status: membershipOf(grants, now),
    is_suspended: user.suspended,
    seat_count: new Set(grants.map(({ licenseKey }) => licenseKey)).size,
    subscription_status: current?.subscription_status ?? null,
    created_at: user.createdAt,
    updated_at: user.updatedAt ?? null,
    last_sign_in_at: user.lastSignInAt,
    last_login_location: user.lastSignInCountry,
    last_login_ip: user.lastSignInAddress,
  };
}

export function userEntry(user: Person, grants: readonly Grant[], now: Date): Entry {
  const row = userRow(user, grants, now);
  const shelf = `users/${userShelf(row)}`;
  const left = leftAt(grants, now);
  const subscribed = grants.filter(
    ({ subscription }) => subscription && isOngoing(subscription.subscription_status),
  ).length;
  const dueAt = nextEnd(
    grants.map(({ entitlement }) => entitlement),
    now,
  );
  return {
    id: `user#${user.userId}`,
    list: "users",
    shelf,
    createdAt: user.createdAt,
    name: foldEmail(user.email),
    words: wordsOfUser(foldEmail(user.email), foldEmail(user.name ?? "")),
    seenAt: user.lastSignInAt ?? NEVER_SEEN,
    row,
    ...(dueAt === undefined ? {} : { due: "users", dueAt }),
    recent: happened("signup", `user#${user.userId}`, user.createdAt, user.userId),
    sums: [
      total("users"),
      total(shelf),
      ...onDay("usersAdded", user.createdAt),
      ...(left === undefined ? [] : onDay("usersRemoved", left)),
      ...(subscribed > 0 ? [total("activeSubscriptions", subscribed)] : []),
    ],
  };
}

/** An unassigned key, with what it will be worth. */
export type StockKey = {
  licenseKey: string;
  entitlement: Entitlement;
  maxDailySwaps: number;
  totalSwaps: number;
  activationCount: number;
  createdAt: Instant;
  leases: RunningLease[];
  extras: KeyExtras | null;
};

export function keyRow(license: License, email: string | null, now: Date): KeyRow {
  return {
    id: license.licenseKey,
    license_key: license.licenseKey,
    user_id: license.userId,
    user_email: email,
    assigned_at: license.assignedAt,
    is_active: license.entitlement.active,
    code: standing(license.entitlement, now).code,
    computer_name: license.device?.computerName ?? null,
    ip_address: license.device?.ipAddress ?? null,
    last_used_at: license.lastUsedAt,
    activation_count: license.activationCount,
    swap_count_today: swapsToday(license, now),
    max_daily_swaps: license.maxDailySwaps,
    total_swaps: license.totalSwaps,
    created_at: license.assignedAt,
    source: license.source,
    expires_at: license.entitlement.expiresAt,
    extras: license.extras,
  };
}

export function stockRow(key: StockKey, now: Date): KeyRow {
  return {
    id: key.licenseKey,
    license_key: key.licenseKey,
    user_id: null,
    user_email: null,
    assigned_at: null,
    is_active: key.entitlement.active,
    code: standing(key.entitlement, now).code,
    computer_name: null,
    ip_address: null,
    last_used_at: null,
    activation_count: key.activationCount,
    swap_count_today: 0,
    max_daily_swaps: key.maxDailySwaps,
    total_swaps: key.totalSwaps,
    created_at: key.createdAt,
    source: "manual",
    expires_at: key.entitlement.expiresAt,
    extras: key.extras,
  };
}

/**
 * The row keeps the entitlement and the day of the swaps, because time changes what they mean to a later reader.
 * @param swapDay null for an unassigned key
 */
export function keyEntry(row: KeyRow, entitlement: Entitlement, swapDay: string | null, now: Date): Entry {
  const shelf = `keys/${keyShelf(row)}`;
  const isInUse = row.computer_name !== null && row.code === "VALID";
  const dueAt = nextEnd([entitlement], now);
  return {
    id: `key#${row.id}`,
    list: "keys",
    shelf,
    createdAt: row.created_at,
    name: row.license_key,
    words: wordsOfKey(row.license_key),
    seenAt: row.last_used_at ?? NEVER_SEEN,
    row: { ...row, entitlement, swapDay },
    ...(dueAt === undefined ? {} : { due: "keys", dueAt }),
    ...(row.user_id === null
      ? {}
      : { recent: happened("key", `key#${row.id}`, row.created_at, row.user_id) }),
    sums: [total("keys"), total(shelf), ...(isInUse ? [total("activeSeats")] : [])],
  };
}

export function alertRow(alert: Alert, email: string | null): AlertRow {
  return {
    id: alert.id,
    user_id: alert.userId,
    user_email: email,
    alert_type: alert.type,
    severity: alert.severity,
    description: alert.description,
    metadata: alert.metadata,
    count: alert.count,
    created_at: alert.createdAt,
    last_seen_at: alert.lastSeenAt,
    resolved: alert.state === "resolved",
    resolved_by: alert.resolvedBy,
    resolved_at: alert.resolvedAt,
    note: alert.note,
  };
}

export function alertEntry(alert: Alert, email: string | null): Entry {
  const shelf = `alerts/${alert.state}`;
  return {
    id: `alert#${alert.id}`,
    list: "alerts",
    shelf,
    createdAt: alert.createdAt,
    name: foldEmail(email ?? alert.userId),
    seenAt: alert.lastSeenAt,
    row: alertRow(alert, email),
    recent: happened("alert", `alert#${alert.id}`, alert.createdAt, alert.userId),
    sums: [total("alerts"), total(shelf)],
  };
}

/** Something that is gone counts for nothing. */
export const goneEntry = (id: string): Entry => ({ id, sums: [] });

/** By day and figure, what changes; what stays the same is left out. */
export function differenceOf(before: readonly Sum[], after: readonly Sum[]): Sum[] {
  const sums = new Map<string, Sum>();
  const add = (sum: Sum, sign: 1 | -1) => {
    const key = `${sum.part ?? ""}|${sum.day}|${sum.figure}`;
    sums.set(key, { ...sum, amount: (sums.get(key)?.amount ?? 0) + sign * sum.amount });
  };
  for (const sum of before) add(sum, -1);
  for (const sum of after) add(sum, 1);
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}
