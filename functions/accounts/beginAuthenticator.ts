import { beginAuthenticator } from "#shared/accounts/settings.ts";
import { AppError } from "#shared/errors.ts";
import { http } from "../http/index.ts";
import { newAuthenticator } from "../platform/authenticator.ts";
import { hashSecret, newRecoveryCode } from "../platform/random.ts";
import { keepRecoveryCode } from "./sessions/table.ts";

/** Requires that the second factor is off, because the pool drops the old authenticator when a new one is verified. */
export const handler = http(beginAuthenticator)(async ({ caller: { accessToken, userId, user } }) => {
  if (user.secondFactorSince !== null)
    throw new AppError("CONFLICT", "Your second factor is on. Turn it off to set up another app.");
  const recoveryCode = newRecoveryCode();
  const secret = await newAuthenticator(accessToken);
  await keepRecoveryCode(userId, hashSecret(`${userId}:${recoveryCode}`));
  return { secret, recoveryCode };
});
