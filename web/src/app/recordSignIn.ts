import { endSession } from "#shared/accounts/customer.ts";
import { startSession } from "#shared/customers/session.ts";
import { SECOND } from "#shared/instant.ts";
import { ApiError } from "../api/ApiError.ts";
import { call } from "../api/call.ts";
import type { Session } from "./sessionRecord.ts";

/** How long one attempt may take, in milliseconds. */
const PATIENCE = 10 * SECOND;

/**
 * Tells the server of the sign-in, which refuses every other call of the session until then. Where both attempts fail,
 * the next page asks for the password again.
 * @throws TooManyRequestsException, as Cognito calls it, if too many sign in from this network
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
 * Ends the session that a new sign-in has replaced: its access token would be good for up to 15 minutes. Amplify has
 * revoked the refresh token. Where the call fails, the token expires.
 */
export async function endFormer({ accessToken }: Session): Promise<void> {
  try {
    const payload = accessToken.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    const { origin_jti: id } = JSON.parse(atob(payload));
    await call(endSession, { id, replaced: true });
  } catch {}
}
