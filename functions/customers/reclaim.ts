import type { Instant } from "#shared/instant.ts";
import { deleteSessions } from "../accounts/index.ts";
import { leaveAsStranger } from "../affiliates/index.ts";
import { deleteGrant, findFreeGrant } from "../grants/index.ts";
import { deleteLicense, findLicense } from "../licenses/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { removeAttribution } from "../referrals/index.ts";
import { freeMailbox, type User } from "../users/index.ts";

/**
 * Removes what an impostor may have added before the owner proved the address: the sessions, the free key, the
 * affiliate membership (see leaveAsStranger) and the attribution. Paid grants stay with the account, so the impostor
 * gains nothing from them.
 * @param since when the address was proven; later changes stay
 */
export async function reclaim({ userId }: User, since: Instant): Promise<void> {
  await deleteSessions(userId, since);
  await retryOnConflict(() => endFreeKey(userId, since));
  await retryOnConflict(() => leaveAsStranger(userId, since));
  await removeAttribution(userId, since);
}

async function endFreeKey(userId: string, since: Instant): Promise<void> {
  const grant = await findFreeGrant(userId);
  if (grant && grant.createdAt >= since) return;
  if (grant) {
    const license = await findLicense(grant.licenseKey);
    await transact([deleteGrant(grant), ...(license ? [deleteLicense(license)] : [])]);
  }
  // Runs even without a grant, because an earlier run may have stopped after it deleted the grant.
  await freeMailbox(userId, since);
}
