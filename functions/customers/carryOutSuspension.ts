import type { Grant } from "#shared/grants/grant.ts";
import { keyIsOf, readRights, replaceGrant, whileSuspended, withAccountSuspension } from "../grants/index.ts";
import { entitle } from "../licenses/index.ts";
import { enableSignIn, endSessions } from "../platform/cognito.ts";
import { retryOnConflict, transact, type Write } from "../platform/dynamo.ts";
import { settleCustomer } from "../subscriptions/index.ts";
import { findUser } from "../users/index.ts";

/** Carries out a suspension, or its end, as our own flag stands now. Every step can be repeated. */
export async function carryOutSuspension(userId: string, now: Date): Promise<void> {
  const user = await findUser(userId);
  if (!user || user.deletedAt !== null) return;
  const isSuspended = await retryOnConflict(() => catchUp(userId, now));
  await (isSuspended ? endSessions(userId) : enableSignIn(userId));
  await settleCustomer(user, now);
}

/** A grant between our read and our write did not see the mark; every later one does. @returns whether it is suspended */
async function catchUp(userId: string, now: Date): Promise<boolean> {
  const { grants, isSuspended } = await readRights(userId);
  const writes = allWith(isSuspended, grants, now);
  if (writes.length > 0) await transact([whileSuspended(userId, isSuspended), ...writes]);
  return isSuspended;
}

/** Puts the operator's reason on all grants and their keys, or takes it off: no write for what has it right. */
export function allWith(suspended: boolean, grants: Grant[], now: Date): Write[] {
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
