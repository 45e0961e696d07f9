import { userEntry } from "../customers/index.ts";
import { addressOf, type Entry, goneEntry } from "../directory/index.ts";
import { listGrants } from "../grants/index.ts";
import { findLicense, findStock, keyEntry, keyRow, listLicenses, stockRow } from "../licenses/index.ts";
import { alertEntry, findAlert, listAlertsOf } from "../security/index.ts";
import { findUser } from "../users/index.ts";

/** An account counts as deleted once its deletion has begun. */
export async function loadUser(userId: string, now: Date): Promise<Entry> {
  const [user, grants] = await Promise.all([findUser(userId), listGrants(userId)]);
  return user?.deletedAt === null ? userEntry(user, grants, now) : goneEntry(`user#${userId}`);
}

export async function loadKey(licenseKey: string, now: Date): Promise<Entry> {
  const [license, stock] = await Promise.all([findLicense(licenseKey), findStock(licenseKey)]);
  if (license) {
    const user = await findUser(license.userId);
    const { entitlement, swaps, earlierKeys } = license;
    return keyEntry(keyRow(license, addressOf(user), now), entitlement, swaps.day, now, earlierKeys);
  }
  return stock
    ? keyEntry(stockRow(stock, now), stock.entitlement, null, now)
    : goneEntry(`key#${licenseKey}`);
}

export async function loadAlert(userId: string, id: string): Promise<Entry> {
  const [alert, user] = await Promise.all([findAlert(userId, id), findUser(userId)]);
  return alert ? alertEntry(alert, addressOf(user)) : goneEntry(`alert#${id}`);
}

/** A user's keys and alerts, whose entries contain the user's address. The index of keys may lag behind. */
export async function listHeld(userId: string): Promise<{ licenseKeys: string[]; alertIds: string[] }> {
  const alerts = listAlertsOf(userId);
  const licenseKeys: string[] = [];
  let cursor: string | undefined;
  do {
    const { licenses, next } = await listLicenses(userId, cursor);
    licenseKeys.push(...licenses.map(({ licenseKey }) => licenseKey));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return { licenseKeys, alertIds: (await alerts).map(({ id }) => id) };
}
