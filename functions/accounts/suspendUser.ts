import { suspendUser } from "#shared/accounts/operator.ts";
import { AppError } from "#shared/errors.ts";
import { auditEntry } from "../audit/table.ts";
import { keyIsOf, withAccountSuspension } from "../billing/rules.ts";
import { listGrants, replaceGrant } from "../billing/table.ts";
import { entitle } from "../licenses/table.ts";
import { disableSignIn, enableSignIn } from "../platform/cognito.ts";
import { decideAgain, transact } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { findUser, setSuspended } from "./table.ts";

/**
 * Our own flag first, which every call reads; then Cognito. What Cognito did not do is done by the same call
 * again, which otherwise changes nothing.
 */
export const handler = http(suspendUser)(async ({ input, caller, now }) => {
  const { userId, suspended, note } = input;
  if (userId === caller.userId) throw new AppError("FORBIDDEN", "You cannot suspend your own account.");
  await decideAgain(async () => {
    const [user, grants] = await Promise.all([findUser(userId), listGrants(userId)]);
    if (!user) throw new AppError("NOT_FOUND", "There is no such user.", { field: "userId" });
    if (user.suspended === suspended) return;
    const changes = grants.map((before) => ({
      before,
      after: withAccountSuspension(before, suspended, now),
    }));
    await transact([
      setSuspended(userId, suspended, now),
      ...changes.flatMap(({ before, after }) => [
        replaceGrant(before, after),
        ...(keyIsOf(before, grants)
          ? [
              entitle(after.licenseKey, {
                grantId: after.id,
                source: after.source,
                entitlement: after.entitlement,
              }),
            ]
          : []),
      ]),
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
  await (suspended ? disableSignIn(userId) : enableSignIn(userId));
  return { userId, is_suspended: suspended };
});
