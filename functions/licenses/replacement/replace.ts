import type { License } from "#shared/licenses/license.ts";
import type { EarlierKey } from "#shared/licenses/replacement.ts";
import { listGrants, replaceGrant } from "../../grants/index.ts";
import { retryOnConflict, transact, type Write } from "../../platform/dynamo.ts";
import { newLicenseKey } from "../../platform/random.ts";
import { createLicense, findKey, getLatestLicense, isReplaced, retireKey } from "../table.ts";
import { withNewKey } from "./rules.ts";

type Asked = {
  licenseKey: string;
  by: EarlierKey["by"];
  now: Date;
  /** Throws if the caller may not replace this license, or has reached the limit. */
  mayReplace(license: License, isDone: boolean): void;
  besides?(before: License, after: License): Write[];
};

/**
 * Replaces a seat's key; customers/announceChanges mails the owner. A replaced key leads to its successor, so a
 * repeated request replaces nothing.
 * @throws NOT_FOUND, and what `mayReplace` throws
 */
export function replaceKeyOf(asked: Asked): Promise<License> {
  return retryOnConflict(async () => {
    const before = await findKey(asked.licenseKey);
    if (before === undefined || isReplaced(before)) {
      const latest = await getLatestLicense(asked.licenseKey);
      asked.mayReplace(latest, true);
      return latest;
    }
    asked.mayReplace(before, false);
    return store(before, asked);
  });
}

/** Updates every grant with the old key: a later subscription may revive an ended grant. */
async function store(before: License, { by, now, besides }: Asked): Promise<License> {
  const after = withNewKey(before, newLicenseKey(), by, now);
  const grants = await listGrants(before.userId);
  const pointing = grants.filter(({ licenseKey }) => licenseKey === before.licenseKey);
  await transact([
    retireKey(before, after.licenseKey, now),
    createLicense(after),
    ...pointing.map((grant) =>
      replaceGrant(grant, {
        ...grant,
        licenseKey: after.licenseKey,
        updatedAt: now.toISOString(),
        version: grant.version + 1,
      }),
    ),
    ...(besides?.(before, after) ?? []),
  ]);
  return after;
}
