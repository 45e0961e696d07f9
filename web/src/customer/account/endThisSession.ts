import { endSession } from "#shared/accounts/customer.ts";
import { call } from "../../api/call.ts";
import { logWarning } from "../../app/logQueue.ts";
import { LOGOUT_FAILED } from "../../app/sessionRecord.ts";

/**
 * Has the API refuse this session's access token, which Cognito cannot revoke. Where the API cannot be reached, the
 * token expires within 15 minutes.
 */
export async function endThisSession(): Promise<void> {
  try {
    await call(endSession, {});
  } catch (error) {
    logWarning(LOGOUT_FAILED, error);
  }
}
