import { AppError } from "#shared/errors.ts";
import { unassignLicenseKey } from "#shared/licenses/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { deleteGrant, getGrant } from "../grants/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { keyIdOf, licenseKeyOf, shownKey } from "../platform/keyId.ts";
import { newLicenseKey } from "../platform/random.ts";
import { type StockKey, stockRow } from "./desk/keyRowRules.ts";
import { auditedKey, auditedStock } from "./desk/rules.ts";
import { runningLeases } from "./leaseRules.ts";
import { putStock } from "./stockTable.ts";
import { deleteLicense, getLicense } from "./table.ts";

export const handler = http(unassignLicenseKey)(async ({ input: { keyId }, caller, now }) =>
  retryOnConflict(async () => {
    const license = await getLicense(licenseKeyOf(keyId));
    const grant = await getGrant(license.userId, license.grantId);
    if (grant?.source !== "manual")
      throw new AppError("CONFLICT", "Only a key that an operator created can be unassigned.");
    const stock: StockKey = {
      // The previous owner knows the old key, and could use it to take the next owner's seat.
      licenseKey: newLicenseKey(),
      entitlement: { ...grant.entitlement, suspensions: [] },
      maxDailySwaps: license.maxDailySwaps,
      totalSwaps: license.totalSwaps,
      activationCount: license.activationCount,
      createdAt: license.assignedAt,
      // The previous owner's running leases count for the next owner, too. The computers stay private.
      leases: runningLeases(license, now).map(({ endsAt, isFull }) => ({ fingerprint: "", endsAt, isFull })),
      // The metadata was about the previous owner.
      extras: license.extras && { ...license.extras, metadata: {} },
    };
    await transact([
      deleteLicense(license),
      deleteGrant(grant),
      putStock(stock),
      auditEntry({
        operator: caller.userId,
        action: "licenses/unassignLicenseKey",
        subject: `key#${keyIdOf(license.licenseKey)}`,
        userId: license.userId,
        before: auditedKey(license),
        after: { ...auditedStock(stock), successor: `key#${keyIdOf(stock.licenseKey)}` },
        at: now.toISOString(),
      }),
    ]);
    return { key: shownKey(stockRow(stock, now)) };
  }),
);
