import { suspendUser } from "#shared/accounts/operator.ts";
import type { Grant } from "#shared/billing/grant.ts";
import { AppError } from "#shared/errors.ts";
import { auditEntry } from "../audit/table.ts";
import { withAccountSuspension } from "../billing/grants/rules.ts";
import { keyIsOf } from "../billing/rules.ts";
import { listGrants, markSuspension, readRights, replaceGrant, whileSuspended } from "../billing/table.ts";
import { entitle } from "../licenses/table.ts";
import { disableSignIn, enableSignIn } from "../platform/cognito.ts";
import { decideAgain, transact, type Write } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { findUser, setSuspended } from "./table.ts";

/**
 * Our own flag first, which every call reads; then Cognito. What was not done is done by the same call again,
 * which otherwise changes nothing.
 */
export const handler = http(suspendUser)(async ({ input, caller, now }) => {
  const { userId, suspended, note } = input;
  if (userId === caller.userId) throw new AppError("FORBIDDEN", "You cannot suspend your own account.");
  await decideAgain(async () => {
    const [user, grants] = await Promise.all([findUser(userId), listGrants(userId)]);
    if (!user) throw new AppError("NOT_FOUND", "There is no such user.", { field: "userId" });
    if (user.suspended === suspended) return;
    await transact([
      setSuspended(userId, suspended, now),
      markSuspension(userId, suspended),
      ...allWith(suspended, grants, now),
      auditEntry({
        operator: caller.userId,
        action: "accounts/suspendUser",
        subject: `user#${userId}`,
        userId,
        before: { suspended: user.suspended },
        after: { suspended },
        at: now.toISOString(),
        ...(note === "" ? {} : { note }),
      }),
    ]);
  });
  await decideAgain(() => catchUp(userId, now));
  await (suspended ? disableSignIn(userId) : enableSignIn(userId));
  return { userId, is_suspended: suspended };
});

/** Whoever granted something between our look and our write did not see the mark; from now on everybody does. */
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
