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
  /** Throws for another user's license, or one too many. */
  mayReplace(license: License, isDone: boolean): void;
  /** What the same transaction writes besides. */
  besides?(before: License, after: License): Write[];
};

/**
 * Gives the seat of a key a new one; customers/announceChanges mails the owner. A key that was replaced already leads to
 * its successor and changes nothing, so a repeated request, whose first answer got lost, replaces nothing twice.
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

/** All grants that point to the key: a subscription that ended may revive it later. */
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
