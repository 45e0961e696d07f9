import { isDeepStrictEqual } from "node:util";
import { AppError } from "#shared/errors.ts";
import type { Grant } from "#shared/grants/grant.ts";
import { DAY, type Instant, utcDay } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import { maskKey } from "#shared/licenses/masked.ts";
import type { Duration } from "#shared/licenses/operator.ts";
import { Entitlement, standing } from "#shared/licenses/standing.ts";
import type { StockKey } from "./keyRowRules.ts";

/** Recomputes the code and today's swaps, because the stored row dates from the key's last change. */
export function readKeyRow(
  row: Record<string, unknown>,
  now: Date,
): Record<string, unknown> & { license_key: string } {
  const { entitlement, ...known } = row;
  return {
    ...known,
    license_key: String(row.license_key),
    code: entitlement === undefined ? codeBefore(row) : standing(Entitlement.parse(entitlement), now).code,
    ...(row.swapDay === utcDay(now) ? {} : { swap_count_today: 0 }),
  };
}

/** Rows that an earlier version stored have no entitlement. */
const codeBefore = ({ is_active }: Record<string, unknown>) => (is_active ? "VALID" : "INACTIVE");

const MONTHS: Record<Exclude<Duration, "lifetime">, number> = { monthly: 1, yearly: 12 };

/** The same day of a later month, or that month's last day. */
export function endOf(duration: Duration, now: Date): Instant | null {
  if (duration === "lifetime") return null;
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + MONTHS[duration]);
  if (end.getUTCDate() !== now.getUTCDate()) end.setUTCDate(0);
  return end.toISOString();
}

type Pair = { license: License; grant: Grant };

export function switched(before: Entitlement, active: boolean): Pick<Entitlement, "active"> {
  if (before.active === active)
    throw new AppError("CONFLICT", `This key is already ${active ? "active" : "inactive"}.`);
  return { active };
}

/** Turning a key off frees its seat. @throws CONFLICT if the key is already in that state */
export function switchKey({ license, grant }: Pair, active: boolean, now: Date): Pair {
  return {
    license: {
      ...license,
      entitlement: { ...license.entitlement, ...switched(license.entitlement, active) },
      ...(active ? {} : { device: null, vacatedBy: null }),
      version: license.version + 1,
    },
    grant: changed(grant, { active }, now),
  };
}

export function extended(
  { expiresAt }: Entitlement,
  days: number,
  now: Date,
): Pick<Entitlement, "expiresAt" | "ended"> {
  if (expiresAt === null) throw new AppError("CONFLICT", "This key has no end date.");
  const from = Math.max(Date.parse(expiresAt), now.getTime());
  return { expiresAt: new Date(from + days * DAY).toISOString(), ended: false };
}

/** @throws CONFLICT if no operator created the key, or if it has no end date */
export function extendKey({ license, grant }: Pair, days: number, now: Date): Pair {
  if (grant.source !== "manual")
    throw new AppError("CONFLICT", "Only a key that an operator created can be extended.");
  const later = extended(grant.entitlement, days, now);
  return {
    license: {
      ...license,
      entitlement: { ...license.entitlement, ...later },
      version: license.version + 1,
    },
    grant: changed(grant, later, now),
  };
}

function changed(grant: Grant, part: Partial<Grant["entitlement"]>, now: Date): Grant {
  const entitlement = { ...grant.entitlement, ...part };
  if (isDeepStrictEqual(entitlement, grant.entitlement)) return grant;
  return { ...grant, entitlement, updatedAt: now.toISOString(), version: grant.version + 1 };
}

export function withoutSwaps(license: License, now: Date): License {
  return { ...license, swaps: { day: utcDay(now), count: 0 }, version: license.version + 1 };
}

/** The log outlives the account (docs/privacy.md), so it omits the computer's name and the metadata's values. */
export const auditedKey = (license: License) => ({
  key: maskKey(license.licenseKey),
  user: license.userId,
  active: license.entitlement.active,
  expiresAt: license.entitlement.expiresAt,
  inUse: license.device !== null,
  swapsToday: license.swaps,
  maxDailySwaps: license.maxDailySwaps,
  extras: license.extras && { ...license.extras, metadata: Object.keys(license.extras.metadata) },
});

export const auditedStock = ({ licenseKey, entitlement, maxDailySwaps }: StockKey) => ({
  key: maskKey(licenseKey),
  user: null,
  active: entitlement.active,
  expiresAt: entitlement.expiresAt,
  maxDailySwaps,
});
