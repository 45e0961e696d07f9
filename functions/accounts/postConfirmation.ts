import type { PostConfirmationTriggerEvent } from "aws-lambda";
import { dropSecondFactor, endSessions } from "../platform/cognito.ts";
import { trigger } from "../platform/trigger.ts";
import { createUser, findUser } from "../users/index.ts";
import { recordReset } from "./address/table.ts";
import { newAccount } from "./rules.ts";
import { untilSignInsCount } from "./sessions/pause.ts";

/** Creates the account's row. Cognito calls the same trigger after a password reset by code. */
export const handler = trigger<PostConfirmationTriggerEvent>(async (event, now) => {
  const { sub, email } = event.request.userAttributes;
  if (!sub || !email) throw new Error("The user pool sent a confirmation without sub or email");
  if (event.triggerSource === "PostConfirmation_ConfirmForgotPassword")
    await followReset(event.userPoolId, sub, email, now);
  else await createUser(newAccount(sub, email, now, event.request.clientMetadata));
});

/**
 * The person with the code owns the address, so every session ends. If the address was unproven, an impostor may have
 * signed up with the address; customers/followChange removes what the impostor added. Stores the pool's address,
 * because the code went there.
 */
async function followReset(pool: string, userId: string, email: string, now: Date): Promise<void> {
  const user = await findUser(userId);
  if (!user) await createUser(newAccount(userId, email, now));
  const reclaims = !user?.emailConfirmed || user.reclaimingSince !== null;
  // Runs before Cognito answers, so it cannot end the owner's next sign-in.
  await endSessions(userId, pool);
  // Runs before the row is updated. Afterwards, followChange could end the reclaim, and a retry would skip this step.
  if (reclaims) await dropSecondFactor(userId, pool);
  await recordReset(userId, email, reclaims, now);
  await untilSignInsCount(now);
}
