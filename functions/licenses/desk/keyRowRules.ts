import type { Instant } from "#shared/instant.ts";
import type { KeyExtras } from "#shared/licenses/entitlements.ts";
import { type KeyRow, keyShelf } from "#shared/licenses/keyRow.ts";
import type { RunningLease } from "#shared/licenses/lease.ts";
import type { License } from "#shared/licenses/license.ts";
import type { EarlierKey } from "#shared/licenses/replacement.ts";
import { type Entitlement, standing } from "#shared/licenses/standing.ts";
import { type Entry, foldEmail, happened, NEVER_SEEN, total, wordsOfKey } from "../../directory/index.ts";
import { nextEnd } from "../../grants/index.ts";
import { swapsToday } from "../devices/rules.ts";

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
    computer_count: license.visits.length,
    swap_count_today: swapsToday(license, now),
    max_daily_swaps: license.maxDailySwaps,
    total_swaps: license.totalSwaps,
    created_at: license.assignedAt,
    source: license.source,
    expires_at: license.entitlement.expiresAt,
    extras: license.extras,
  };
}

/** For each computer that has left the seat: when it last took the seat. The time of leaving is not stored. */
export const earlierActivations = ({ visits, device }: License): Instant[] =>
  visits.map(({ at }) => at).filter((at) => at !== device?.activatedAt);

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
    computer_count: 0,
    swap_count_today: 0,
    max_daily_swaps: key.maxDailySwaps,
    total_swaps: key.totalSwaps,
    created_at: key.createdAt,
    source: "manual",
    expires_at: key.entitlement.expiresAt,
    extras: key.extras,
  };
}

type Earlier = Pick<EarlierKey, "licenseKey" | "replacedAt">;

/**
 * A key's entry in the list. Stores the entitlement and the day of the swaps: each read computes the key's state and
 * today's swaps from them.
 * @param swapDay null for an unassigned key
 */
export function keyEntry(
  row: KeyRow,
  entitlement: Entitlement,
  swapDay: string | null,
  now: Date,
  earlierKeys: readonly Earlier[] = [],
): Entry {
  const shelf = `keys/${keyShelf(row)}`;
  const earlier = earlierKeys.map(({ licenseKey, replacedAt }) => ({ licenseKey, replacedAt }));
  const isInUse = row.computer_name !== null && row.code === "VALID";
  const dueAt = nextEnd([entitlement], now);
  return {
    id: `key#${row.id}`,
    list: "keys",
    shelf,
    createdAt: row.created_at,
    name: row.license_key,
    words: wordsOfKey(
      row.license_key,
      earlier.map(({ licenseKey }) => licenseKey),
      foldEmail(row.computer_name ?? ""),
      row.ip_address,
      row.computer_count,
    ),
    seenAt: row.last_used_at ?? NEVER_SEEN,
    row: { ...row, entitlement, swapDay, ...(earlier.length > 0 && { earlier }) },
    ...(dueAt === undefined ? {} : { due: "keys", dueAt }),
    ...(row.user_id === null
      ? {}
      : { recent: happened("key", `key#${row.id}`, row.created_at, row.user_id) }),
    sums: [total("keys"), total(shelf), ...(isInUse ? [total("activeSeats")] : [])],
  };
}
