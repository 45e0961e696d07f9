import { suspendUser } from "#shared/customers/operator.ts";
import type { Input } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { auditEntry } from "../audit/index.ts";
import {
  changeSuspension,
  findSuspension,
  giveRenewal,
  intendSettlement,
  liftSuspension,
  listGrants,
  markSuspension,
  type Suspension,
} from "../grants/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { findUser, setSuspended } from "../users/index.ts";
import { carryOutSuspension, suspensionWrites } from "./carryOutSuspension.ts";

/**
 * Sets our own flag first, because every call of the customer reads the flag. Then ends Cognito's sessions and settles
 * Stripe. If this call fails, customers/followSuspensions or a repeated call completes the work. Repeating a completed
 * call changes nothing.
 */
export const handler = http(suspendUser)(async ({ input, caller, now }) => {
  const { userId, suspended, subscription, reason, note } = input;
  await retryOnConflict(async () => {
    const [found, grants] = await Promise.all([findUser(userId), listGrants(userId)]);
    if (!found) throw new AppError("NOT_FOUND", "There is no such user.", { field: "userId" });
    const before = found.suspended ? await findSuspension(userId) : undefined;
    const isSame = found.suspended === suspended;
    if (isSame && !endsNow(before, input)) return;
    await transact([
      ...(isSame
        ? [changeSuspension(userId, subscription)]
        : [
            setSuspended(userId, suspended, reason, now),
            suspended ? markSuspension(userId, subscription) : liftSuspension(userId),
            ...(!suspended && input.giveRenewal ? [giveRenewal(userId, now)] : []),
            ...suspensionWrites(suspended, grants, now),
          ]),
      intendSettlement(userId, now),
      auditEntry({
        operator: caller.userId,
        action: "customers/suspendUser",
        subject: `user#${userId}`,
        userId,
        before: { suspended: found.suspended, ...before },
        after: { suspended, ...(suspended ? { subscription } : { giveRenewal: input.giveRenewal }) },
        at: now.toISOString(),
        ...(reason === "" && note === "" ? {} : { note: [reason, note].filter(Boolean).join(" · ") }),
      }),
    ]);
  });
  await carryOutSuspension(userId, now);
  return { userId, is_suspended: suspended };
});

/** A paused subscription can still be ended, but an ended subscription cannot be paused. */
const endsNow = (before: Suspension | undefined, { suspended, subscription }: Input<typeof suspendUser>) =>
  suspended && subscription === "cancel" && before?.subscription === "pause";
