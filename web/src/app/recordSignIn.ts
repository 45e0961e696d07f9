import { endSession } from "#shared/accounts/customer.ts";
import { startSession } from "#shared/customers/session.ts";
import { SECOND } from "#shared/instant.ts";
import { ApiError } from "../api/ApiError.ts";
import { call } from "../api/call.ts";
import { claimsOf, type Session } from "./sessionRecord.ts";

/** How long one attempt may take, in milliseconds. */
const PATIENCE = 10 * SECOND;

/**
 * Starts the session at the server. Until then, the server refuses all other calls, except in the account's first
 * session. So if both attempts fail, the next page asks for the password again.
 * @throws TooManyRequestsException, Cognito's name, if this network signs in too often
 */
export async function recordSignIn(): Promise<void> {
  const attempt = () =>
    call(startSession, {}, { signal: AbortSignal.timeout(PATIENCE) }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.code === "RATE_LIMITED") throw tooMany(error);
        return false;
      },
    );
  if (!(await attempt())) await attempt();
}

const tooMany = (cause: ApiError): Error =>
  Object.assign(new Error(cause.message, { cause }), { name: "TooManyRequestsException" });

/**
 * Ends the session that a new sign-in replaced. Amplify has already revoked its refresh token. If this call fails, the
 * session's access token stays valid until it expires, for up to 15 minutes.
 */
export async function endFormer({ accessToken }: Session): Promise<void> {
  try {
    await call(endSession, { id: claimsOf(accessToken).origin_jti, replaced: true });
  } catch {}
}
