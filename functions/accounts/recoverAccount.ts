import { recoverAccount } from "#shared/accounts/recovery.ts";
import { AppError } from "#shared/errors.ts";
import { findByAddress } from "../directory/index.ts";
import { http } from "../http/index.ts";
import { countNetwork, RECOVERIES_A_NETWORK } from "../limits/index.ts";
import { dropSecondFactor, endSessions } from "../platform/cognito.ts";
import { env } from "../platform/env.ts";
import { hashSecret, newCode } from "../platform/random.ts";
import { findUser, type User } from "../users/index.ts";
import { mailCode } from "./address/mailCode.ts";
import { keepCode, takeTry } from "./address/table.ts";
import { nextCode, refusedCode } from "./rules.ts";
import { untilSignInsCount } from "./sessions/pause.ts";
import { noteSecondFactor } from "./sessions/table.ts";

/** Removes a lost second factor, given the recovery code and a mailed code. Sign-in still needs the password. */
export const handler = http(recoverAccount)(async ({ input, caller, now }) => {
  await countNetwork("recoveries", caller.address, RECOVERIES_A_NETWORK, now);
  const user = await ownerOf(input);
  const { userId, email } = user;
  // The hash contains the address, so a code that was mailed to an earlier address does not match.
  const hashOf = (code: string) => hashSecret(`${userId}:recovery:${email}:${code}`);
  if (input.code === undefined) {
    const code = newCode();
    const issued = nextCode(user.recoveryMail, hashOf(code), now);
    const kept = keepCode(userId, "recoveryMail", issued, user.recoveryMail);
    const id = `recovery-code:${userId}:${now.toISOString()}`;
    await mailCode({ id, to: { userId }, template: "recoveryCode" }, code, issued, kept);
    return { removed: false };
  }
  const tried = await takeTry(userId, "recoveryMail", now);
  if (tried?.recoveryMail?.hash !== hashOf(input.code)) throw refusedCode((tried ?? user).recoveryMail, now);
  await dropSecondFactor(userId, env("USER_POOL_ID"));
  await endSessions(userId);
  // Updates the row last, so that a failed call can be repeated.
  await noteSecondFactor(userId, "recovered", now);
  await untilSignInsCount(now);
  return { removed: true };
});

/** Throws the same error for an unknown account, an account without a second factor and a wrong recovery code. */
async function ownerOf({ email, recoveryCode }: { email: string; recoveryCode: string }): Promise<User> {
  const userId = await findByAddress(email);
  const user = userId === null ? undefined : await findUser(userId);
  const isOpen = user && user.deletedAt === null && user.secondFactorSince !== null;
  if (isOpen && user.recoveryCode === hashSecret(`${userId}:${recoveryCode}`)) return user;
  const message = "This address and this recovery code do not match.";
  throw new AppError("VALIDATION_ERROR", message, { field: "recoveryCode" });
}
