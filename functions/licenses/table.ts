import * as z from "zod/mini";
import { AppError } from "#shared/errors.ts";
import { Instant } from "#shared/instant.ts";
import { parseLicenseKey } from "#shared/licenses/key.ts";
import { License } from "#shared/licenses/license.ts";
import { LICENSE_MESSAGES } from "#shared/licenses/standing.ts";
import { readCursor, writeCursor } from "../platform/cursor.ts";
import {
  getItem,
  getItems,
  type Item,
  type Keys,
  putItem,
  queryItems,
  type Rows,
  updateItem,
  type Write,
  WriteConflict,
} from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/**
 * Seats: one row per assigned license key, `pk` the key, `sk` "license". The index `byUser` lists a user's keys, newest
 * first. A replaced key keeps a row without an owner (`ReplacedKey`) permanently.
 */
const TABLE = () => env("TABLE_SEATS");
const key = (licenseKey: string) => ({ pk: licenseKey, sk: "license" });
const BY_USER = "byUser";

const toItem = (license: License): Item => ({ ...key(license.licenseKey), ...license });
export const toLicense = (item: Item): License => License.parse(item);

/** What remains of a replaced key. It names no user, so it may outlive the account. */
const ReplacedKey = z.object({ licenseKey: z.string(), successor: z.string(), replacedAt: Instant });
type ReplacedKey = z.output<typeof ReplacedKey>;

const toKey = (item: Item): License | ReplacedKey =>
  "successor" in item ? ReplacedKey.parse(item) : toLicense(item);

export const isReplaced = (found: License | ReplacedKey): found is ReplacedKey => "successor" in found;

const ifVersion = (version: number) => ({
  ConditionExpression: "version = :version",
  ExpressionAttributeValues: { ":version": version },
});

export async function findKey(licenseKey: string): Promise<License | ReplacedKey | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(licenseKey) });
  return item && toKey(item);
}

/** @returns undefined for a replaced key */
export async function findLicense(licenseKey: string): Promise<License | undefined> {
  const found = await findKey(licenseKey);
  return found === undefined || isReplaced(found) ? undefined : found;
}

/** Checks the format without a read. @throws INVALID_KEY */
export function requireKey(typed: string): string {
  const licenseKey = parseLicenseKey(typed);
  if (!licenseKey) throw new AppError("INVALID_KEY", LICENSE_MESSAGES.INVALID_KEY, { field: "licenseKey" });
  return licenseKey;
}

/** @throws NOT_FOUND, or REPLACED for a key that has a successor */
export async function getLicense(licenseKey: string): Promise<License> {
  return requireAlive(await findKey(licenseKey));
}

function requireAlive(found: License | ReplacedKey | undefined): License {
  if (found === undefined) throw new AppError("NOT_FOUND", LICENSE_MESSAGES.NOT_FOUND);
  if (isReplaced(found)) throw new AppError("REPLACED", LICENSE_MESSAGES.REPLACED);
  return found;
}

export async function findLatestLicense(licenseKey: string): Promise<License | undefined> {
  const found = await findKey(licenseKey);
  return found !== undefined && isReplaced(found) ? findLatestLicense(found.successor) : found;
}

export const getLatestLicense = async (licenseKey: string): Promise<License> =>
  requireAlive(await findLatestLicense(licenseKey));

/** @throws INVALID_KEY for malformed text; REPLACED; NOT_FOUND for unknown keys and other users' keys */
export async function getOwnedLicense(typed: string, userId: string): Promise<License> {
  return requireOwned(await getLicense(requireKey(typed)), userId);
}

/** For reading a license together with other rows. @throws INVALID_KEY for malformed text */
export const licenseKeys = (typed: string): Keys => ({ [TABLE()]: [key(requireKey(typed))] });

/** @param rows read with `licenseKeys` @throws as `getOwnedLicense` does */
export function ownedLicenseIn(rows: Rows, userId: string): License {
  const [item] = rows[TABLE()] ?? [];
  return requireOwned(requireAlive(item && toKey(item)), userId);
}

export function requireOwned(license: License, userId: string): License {
  if (license.userId !== userId) throw new AppError("NOT_FOUND", LICENSE_MESSAGES.NOT_FOUND);
  return license;
}

/** Checks the owner in the same write. @throws INVALID_KEY; NOT_FOUND for unknown, replaced and other users' keys */
export const nameOwnedLicense = (typed: string, userId: string, name: string | null): Promise<License> =>
  setOwned(typed, userId, "name", name);

/** @throws as `nameOwnedLicense` does */
export const dismissCopyOf = (typed: string, userId: string): Promise<License> =>
  setOwned(typed, userId, "copySuspectedAt", null);

async function setOwned(
  typed: string,
  userId: string,
  name: "name" | "copySuspectedAt",
  value: string | null,
): Promise<License> {
  try {
    const item = await updateItem({
      TableName: TABLE(),
      Key: key(requireKey(typed)),
      UpdateExpression: "SET #name = :value, version = version + :one",
      ConditionExpression: "userId = :user",
      ExpressionAttributeNames: { "#name": name },
      ExpressionAttributeValues: { ":value": value, ":user": userId, ":one": 1 },
      ReturnValues: "ALL_NEW",
    });
    return toLicense(item ?? {});
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new AppError("NOT_FOUND", LICENSE_MESSAGES.NOT_FOUND, { cause: error });
  }
}

export function createLicense(license: License): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: toItem(license),
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** @throws WriteConflict if the license has changed since it was read */
export async function replaceLicense(before: License, after: License): Promise<void> {
  await putItem({ TableName: TABLE(), Item: toItem(after), ...ifVersion(before.version) });
}

/**
 * For a transaction: points a key to a grant and copies the grant's entitlement. Leaves the row's other fields to
 * concurrent activations. The new version makes these activations decide again.
 * @param version if given, the write fails unless the row still has it
 */
export function entitle(
  licenseKey: string,
  grant: Pick<License, "grantId" | "source" | "entitlement">,
  version?: number,
): Write {
  return {
    Update: {
      TableName: TABLE(),
      Key: key(licenseKey),
      UpdateExpression:
        "SET grantId = :grant, #source = :source, entitlement = :entitlement, version = version + :one",
      // The row of a replaced key exists, but has neither a grant nor a version.
      ConditionExpression: version === undefined ? "attribute_exists(grantId)" : "version = :version",
      ExpressionAttributeNames: { "#source": "source" },
      ExpressionAttributeValues: {
        ":grant": grant.grantId,
        ":source": grant.source,
        ":entitlement": grant.entitlement,
        ":one": 1,
        ...(version === undefined ? {} : { ":version": version }),
      },
    },
  };
}

/** For a transaction: ends the key's trial after a purchase, even if the trial has not begun. */
export function endTrial(licenseKey: string, now: Date): Write {
  return {
    Update: {
      TableName: TABLE(),
      Key: key(licenseKey),
      UpdateExpression: "SET #trial.endedAt = if_not_exists(#trial.endedAt, :now), version = version + :one",
      ConditionExpression: "attribute_exists(#trial)",
      ExpressionAttributeNames: { "#trial": "trial" },
      ExpressionAttributeValues: { ":now": now.toISOString(), ":one": 1 },
    },
  };
}

export function replacedLicense(before: License, after: License): Write {
  return { Put: { TableName: TABLE(), Item: toItem(after), ...ifVersion(before.version) } };
}

/** For a transaction: marks the key as replaced; fails if the license has changed since it was read. */
export function retireKey(before: License, successor: string, now: Date): Write {
  const { licenseKey } = before;
  const left: ReplacedKey = { licenseKey, successor, replacedAt: now.toISOString() };
  return {
    Put: { TableName: TABLE(), Item: { ...key(licenseKey), ...left }, ...ifVersion(before.version) },
  };
}

export function deleteLicense({ licenseKey, version }: License): Write {
  return { Delete: { TableName: TABLE(), Key: key(licenseKey), ...ifVersion(version) } };
}

const PAGE = 25;
const Position = z.object({ pk: z.string(), sk: z.string(), userId: z.string(), assignedAt: z.string() });

/** @throws NOT_FOUND for another user's cursor or a broken one */
export async function listLicenses(
  userId: string,
  cursor: string | undefined,
): Promise<{ licenses: License[]; next: string | null }> {
  const isInList = (position: Item) => position.userId === userId;
  const { items, lastKey } = await queryItems({
    TableName: TABLE(),
    IndexName: BY_USER,
    KeyConditionExpression: "userId = :user",
    ExpressionAttributeValues: { ":user": userId },
    ScanIndexForward: false,
    Limit: PAGE,
    ...(cursor === undefined ? {} : { ExclusiveStartKey: readCursor(cursor, Position, isInList) }),
  });
  return { licenses: items.map(toLicense), next: writeCursor(lastKey) };
}

/** Reads consistently, unlike the index. Newest first. @param licenseKeys candidates, up to 100 */
export async function readLicenses(userId: string, licenseKeys: Iterable<string>): Promise<License[]> {
  const keys = [...new Set(licenseKeys)].slice(0, 100);
  const found = keys.length === 0 ? {} : await getItems({ [TABLE()]: keys.map(key) });
  return (found[TABLE()] ?? [])
    .map(toKey)
    .flatMap((each) => (isReplaced(each) || each.userId !== userId ? [] : [each]))
    .sort((a, b) => b.assignedAt.localeCompare(a.assignedAt));
}
