import { DAY } from "#shared/instant.ts";
import { formatLicenseKey } from "#shared/licenses/key.ts";
import { usedRow } from "../../../functions/directory/lastUseTable.ts";
import { entryRow } from "../../../functions/directory/table.ts";
import { manualGrant } from "../../../functions/grants/grantRules.ts";
import { keyEntry, keyRow } from "../../../functions/licenses/desk/keyRowRules.ts";
import { licenseOf } from "../../../functions/licenses/rules.ts";
import type { Item } from "../../../functions/platform/dynamo.ts";

/** The number of keys on one page of the operator's list. */
const KEYS = 25;

export function keyRows(userId: string, email: string, fingerprint: string, now: Date) {
  const rows = Array.from({ length: KEYS }, (_, at) => {
    const licenseKey = formatLicenseKey(Buffer.alloc(24, at + 1));
    const expiresAt = new Date(now.getTime() + 30 * DAY).toISOString();
    const grant = manualGrant({ userId, suspended: false }, `bench-${at}`, licenseKey, expiresAt, now);
    const device = {
      activationId: `bench-${at}`,
      fingerprint,
      secretHash: "bench",
      computerName: "Ada's MacBook Pro",
      os: "macOS 26.1",
      appVersion: "1.0.0",
      ipAddress: "203.0.113.9",
      activatedAt: now.toISOString(),
      leaseEndsAt: expiresAt,
    };
    const lastUsedAt = now.toISOString();
    const license = { ...licenseOf(grant, `bench-${at}`, now), device, lastUsedAt, activationCount: 1 };
    const entry = keyEntry(keyRow(license, email, now), grant.entitlement, license.swaps.day, now);
    return { license, entry: entryRow(entry, 1), used: usedRow(entry, 1) };
  });
  return {
    license: (licenseKey: string): Item => ({
      ...rows[0]?.license,
      pk: licenseKey,
      sk: "license",
      licenseKey,
    }),
    entries: rows.map(({ entry }): Item => entry),
    uses: rows.flatMap(({ used }): Item[] => (used === undefined ? [] : [used])),
  };
}
