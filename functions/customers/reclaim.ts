import type { Instant } from "#shared/instant.ts";
import { deleteSessions } from "../accounts/index.ts";
import { leaveAsStranger } from "../affiliates/index.ts";
import { deleteGrant, findFreeGrant } from "../grants/index.ts";
import { deleteLicense, findLicense } from "../licenses/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { removeAttribution } from "../referrals/index.ts";
import { freeMailbox, type User } from "../users/index.ts";

/**
 * Removes what another person may have planted in an account before its owner proved the address: the browsers that
 * would pass as known, the free key, the affiliate's code with its bank account, and the affiliate who is paid for
 * this customer. Paid grants stay: they belong to the payer, and no one else gains by them.
 * @param since when the address was proven: what the owner did afterwards stays
 */
export async function reclaim({ userId, normalisedEmail }: User, since: Instant): Promise<void> {
  await deleteSessions(userId, since);
  await retryOnConflict(() => endFreeKey(userId, normalisedEmail, since));
  await retryOnConflict(() => leaveAsStranger(userId, since));
  await removeAttribution(userId, since);
}

async function endFreeKey(userId: string, normalisedEmail: string, since: Instant): Promise<void> {
  const grant = await findFreeGrant(userId);
  if (grant && grant.createdAt >= since) return;
  if (grant) {
    const license = await findLicense(grant.licenseKey);
    await transact([deleteGrant(grant), ...(license ? [deleteLicense(license)] : [])]);
  }
  // Also without a grant: a run that ended after its deletion has left the mark.
  await freeMailbox(userId, normalisedEmail, since);
}
