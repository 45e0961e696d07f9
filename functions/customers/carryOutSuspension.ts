import type { Grant } from "#shared/grants/grant.ts";
import { keyIsOf, readRights, replaceGrant, whileSuspended, withAccountSuspension } from "../grants/index.ts";
import { entitle } from "../licenses/index.ts";
import { enableSignIn, endSessions } from "../platform/cognito.ts";
import { retryOnConflict, transact, type Write } from "../platform/dynamo.ts";
import { settleCustomer } from "../subscriptions/index.ts";
import { findUser } from "../users/index.ts";

/** Applies the current suspension flag to grants, keys, sign-ins and Stripe. Idempotent. */
export async function carryOutSuspension(userId: string, now: Date): Promise<void> {
  const user = await findUser(userId);
  if (!user || user.deletedAt !== null) return;
  const isSuspended = await retryOnConflict(() => catchUp(userId, now));
  await (isSuspended ? endSessions(userId) : enableSignIn(userId));
  await settleCustomer(user, now);
}

/** Applies the flag to grants that another call created at the same time. @returns whether the account is suspended */
async function catchUp(userId: string, now: Date): Promise<boolean> {
  const { grants, isSuspended } = await readRights(userId);
  const writes = suspensionWrites(isSuspended, grants, now);
  if (writes.length > 0) await transact([whileSuspended(userId, isSuspended), ...writes]);
  return isSuspended;
}

export function suspensionWrites(suspended: boolean, grants: Grant[], now: Date): Write[] {
  return grants
    .filter(({ entitlement }) => entitlement.suspensions.includes("account") !== suspended)
    .flatMap((before) => {
      const after = withAccountSuspension(before, suspended, now);
      const key = () =>
        entitle(after.licenseKey, {
          grantId: after.id,
          source: after.source,
          entitlement: after.entitlement,
        });
      return [replaceGrant(before, after), ...(keyIsOf(before, grants) ? [key()] : [])];
    });
}
