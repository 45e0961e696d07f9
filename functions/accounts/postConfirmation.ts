import type { PostConfirmationTriggerEvent } from "aws-lambda";
import { normaliseEmail } from "#shared/accounts/email.ts";
import { dropSecondFactor, endSessions } from "../platform/cognito.ts";
import { trigger } from "../platform/trigger.ts";
import { createUser, findUser } from "../users/index.ts";
import { recordReset } from "./address/table.ts";
import { newAccount } from "./rules.ts";
import { untilSignInsCount } from "./sessions/pause.ts";

/** Makes the account's row with the account. The same trigger fires after a password was reset by a code. */
export const handler = trigger<PostConfirmationTriggerEvent>(async (event, now) => {
  const { sub, email } = event.request.userAttributes;
  if (!sub || !email) throw new Error("The user pool sent a confirmation without sub or email");
  if (event.triggerSource === "PostConfirmation_ConfirmForgotPassword")
    await followReset(event.userPoolId, sub, email, now);
  else await createUser(newAccount(sub, email, now, event.request.clientMetadata));
});

/**
 * The sender of the code owns the address, so every session ends. Where the address was unproven, another person may
 * have signed up with it, and customers/followChange removes what they left. The pool's address counts: it got the
 * code.
 */
async function followReset(pool: string, userId: string, email: string, now: Date): Promise<void> {
  const user = await findUser(userId);
  if (!user) await createUser(newAccount(userId, email, now));
  const reclaims = !user?.emailConfirmed || user.reclaimingSince !== null;
  // Before Cognito answers: the owner signs in right after it, and that session is to stay.
  await endSessions(userId, pool);
  // Before the row: once the account is reclaimed, another try would leave the factor alone.
  if (reclaims) await dropSecondFactor(userId, pool);
  await recordReset(userId, { email, normalisedEmail: normaliseEmail(email) }, reclaims, now);
  await untilSignInsCount(now);
}
