import { endOperatorSession } from "#shared/accounts/operator.ts";
import { SECOND } from "#shared/instant.ts";
import { call } from "../../api/call.ts";
import { logWarning } from "../../app/logQueue.ts";
import { LOGOUT_FAILED } from "../../app/sessionRecord.ts";

/** How long a sign-out waits for the API, in milliseconds. */
const PATIENCE = 3 * SECOND;

/**
 * Has the API refuse this session's access token, then revokes its renewals at Cognito. Where the API does not answer,
 * the token expires within five minutes.
 */
export async function signOutOperator(): Promise<void> {
  const { endSession } = await import("../../app/amplify.ts");
  try {
    await call(endOperatorSession, {}, { signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    logWarning(LOGOUT_FAILED, error);
  }
  await endSession("operator");
}
