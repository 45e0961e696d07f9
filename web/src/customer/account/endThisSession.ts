import { endSession } from "#shared/accounts/customer.ts";
import { SECOND } from "#shared/instant.ts";
import { call } from "../../api/call.ts";
import { logWarning } from "../../app/logQueue.ts";
import { LOGOUT_FAILED } from "../../app/sessionRecord.ts";

/** How long a sign-out waits for the API, in milliseconds. */
const PATIENCE = 3 * SECOND;

/**
 * Ends the session at the API, because Cognito cannot revoke its access token. If the API does not answer, the token
 * expires within 15 minutes.
 */
export async function endThisSession(): Promise<void> {
  try {
    await call(endSession, {}, { signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    logWarning(LOGOUT_FAILED, error);
  }
}
