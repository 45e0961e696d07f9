import { startSession } from "#shared/accounts/customer.ts";
import { SECOND } from "#shared/instant.ts";
import { ApiError } from "../api/ApiError.ts";
import { call } from "../api/call.ts";

/** How long one attempt may take, in milliseconds. */
const PATIENCE = 10 * SECOND;

/**
 * Tells the server of the sign-in, which refuses every other call of the session until then. Where both attempts fail,
 * the next page asks for the password again.
 * @throws TooManyRequestsException, as Cognito calls it, where too many sign in from this network
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
