import { FRESH_FOR_MONEY } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { DAY, type Instant } from "#shared/instant.ts";
import { assignLicenseKey } from "#shared/licenses/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { createGrant, manualGrant, whileSuspended } from "../grants/index.ts";
import { http, requireFreshSignIn } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { keyIdOf, licenseKeyOf, shownKey } from "../platform/keyId.ts";
import { newId } from "../platform/random.ts";
import { findUser } from "../users/index.ts";
import { keyRow } from "./desk/keyRowRules.ts";
import { auditedKey } from "./desk/rules.ts";
import { licenseOf } from "./rules.ts";
import { findStock, takeStock } from "./stockTable.ts";
import { createLicense, findLicense } from "./table.ts";

const LONGEST_MONTH = 31 * DAY;

/** If several operators assign one key at the same time, only the first succeeds. */
export const handler = http(assignLicenseKey)(async ({ input: { licenseKeyId, userId }, caller, now }) => {
  const licenseKey = licenseKeyOf(licenseKeyId);
  return retryOnConflict(async () => {
    const [user, stock] = await Promise.all([findUser(userId), findStock(licenseKey)]);
    if (!user) throw new AppError("NOT_FOUND", "There is no such user.", { field: "userId" });
    if (!stock) throw await whyNot(licenseKey);
    if (isLong(stock.entitlement.expiresAt, now)) requireFreshSignIn(caller, FRESH_FOR_MONEY, now);
    const fresh = manualGrant(user, newId(), licenseKey, stock.entitlement.expiresAt, now);
    const grant = {
      ...fresh,
      entitlement: { ...fresh.entitlement, active: stock.entitlement.active },
    };
    const { maxDailySwaps, totalSwaps, activationCount, leases, extras } = stock;
    const kept = { maxDailySwaps, totalSwaps, activationCount, leases, extras };
    const license = { ...licenseOf(grant, newId(), now), ...kept };
    await transact([
      takeStock(stock),
      createGrant(grant),
      whileSuspended(userId, user.suspended),
      createLicense(license),
      auditEntry({
        operator: caller.userId,
        action: "licenses/assignLicenseKey",
        subject: `key#${keyIdOf(licenseKey)}`,
        userId,
        before: null,
        after: auditedKey(license),
        at: now.toISOString(),
      }),
    ]);
    return { key: shownKey(keyRow(license, user.email, now)) };
  });
});

async function whyNot(licenseKey: string): Promise<AppError> {
  return (await findLicense(licenseKey))
    ? new AppError("CONFLICT", "This key already has an owner.")
    : new AppError("NOT_FOUND", "There is no such key.");
}

const isLong = (expiresAt: Instant | null, now: Date): boolean =>
  expiresAt === null || Date.parse(expiresAt) - now.getTime() > LONGEST_MONTH;
