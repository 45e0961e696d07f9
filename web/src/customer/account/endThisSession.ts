import { endSession } from "#shared/accounts/customer.ts";
import { SECOND } from "#shared/instant.ts";
import { call } from "../../api/call.ts";
import { logWarning } from "../../app/logQueue.ts";
import { LOGOUT_FAILED } from "../../app/sessionRecord.ts";

/** How long a sign-out waits for the API, in milliseconds. */
const PATIENCE = 3 * SECOND;

/**
 * Has the API refuse this session's access token, which Cognito cannot revoke. Where the API does not answer, the
 * token expires within 15 minutes.
 */
export async function endThisSession(): Promise<void> {
  try {
    await call(endSession, {}, { signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    logWarning(LOGOUT_FAILED, error);
  }
}
