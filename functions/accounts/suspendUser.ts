import { suspendUser } from "#shared/accounts/operator.ts";
import type { Grant } from "#shared/billing/grant.ts";
import { AppError } from "#shared/errors.ts";
import { auditEntry } from "../audit/table.ts";
import { closeCheckouts } from "../billing/checkouts/table.ts";
import { settleSubscriptions } from "../billing/collection/table.ts";
import { withAccountSuspension } from "../billing/grants/rules.ts";
import { keyIsOf } from "../billing/rules.ts";
import { listGrants, markSuspension, readRights, replaceGrant, whileSuspended } from "../billing/table.ts";
import { entitle } from "../licenses/table.ts";
import { enableSignIn, endSessions } from "../platform/cognito.ts";
import { decideAgain, transact, type Write } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { findUser, setSuspended } from "./table.ts";

/**
 * Our own flag first, which every call reads; then Cognito's sessions and what Stripe may still take. What was not
 * done is done by the same call again, which otherwise changes nothing.
 */
export const handler = http(suspendUser)(async ({ input, caller, now }) => {
  const { userId, suspended, subscription, note } = input;
  if (userId === caller.userId) throw new AppError("FORBIDDEN", "You cannot suspend your own account.");
  const user = await decideAgain(async () => {
    const [found, grants] = await Promise.all([findUser(userId), listGrants(userId)]);
    if (!found) throw new AppError("NOT_FOUND", "There is no such user.", { field: "userId" });
    if (found.suspended === suspended) return found;
    await transact([
      setSuspended(userId, suspended, now),
      markSuspension(userId, suspended),
      ...allWith(suspended, grants, now),
      auditEntry({
        operator: caller.userId,
        action: "accounts/suspendUser",
        subject: `user#${userId}`,
        userId,
        before: { suspended: found.suspended },
        after: { suspended, ...(suspended ? { subscription } : {}) },
        at: now.toISOString(),
        ...(note === "" ? {} : { note }),
      }),
    ]);
    return found;
  });
  await decideAgain(() => catchUp(userId, now));
  await (suspended ? endSessions(userId) : enableSignIn(userId));
  if (suspended && user.stripeCustomerId !== null) await closeCheckouts(user.stripeCustomerId);
  await settleSubscriptions(userId, suspended && subscription === "cancel", now);
  return { userId, is_suspended: suspended };
});

/** A grant between our read and our write did not see the mark; every later one does. */
async function catchUp(userId: string, now: Date): Promise<void> {
  const { grants, isSuspended } = await readRights(userId);
  const writes = allWith(isSuspended, grants, now);
  if (writes.length > 0) await transact([whileSuspended(userId, isSuspended), ...writes]);
}

/** Puts the operator's reason on all grants and their keys, or takes it off: no write for what has it right. */
function allWith(suspended: boolean, grants: Grant[], now: Date): Write[] {
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
