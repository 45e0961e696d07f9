import { beginAuthenticator } from "#shared/accounts/settings.ts";
import { AppError } from "#shared/errors.ts";
import { newAuthenticator } from "../platform/authenticator.ts";
import { http } from "../platform/http.ts";

/** Not while one is on: the pool drops the old authenticator when a new one is verified. */
export const handler = http(beginAuthenticator)(async ({ caller }) => {
  if (caller.user.secondFactorSince !== null)
    throw new AppError("CONFLICT", "Your second factor is on. Turn it off to set up another app.");
  return { secret: await newAuthenticator(caller.accessToken) };
});
