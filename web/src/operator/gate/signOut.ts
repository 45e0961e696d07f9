import { endOperatorSession } from "#shared/accounts/operator.ts";
import { SECOND } from "#shared/instant.ts";
import { isUnanswered } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { logWarning } from "../../app/logQueue.ts";
import { LOGOUT_FAILED } from "../../app/sessionRecord.ts";

/** How long a sign-out waits for the API, in milliseconds. */
const PATIENCE = 3 * SECOND;

/**
 * Has the API refuse this session's access token, then revokes its renewals at Cognito. A refusal means that the
 * session is over already.
 * @throws where one of them did not answer: the session stays, so that the operator can try again
 */
export async function signOutOperator(): Promise<void> {
  const { endSession } = await import("../../app/amplify.ts");
  try {
    await call(endOperatorSession, {}, { signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    logWarning(LOGOUT_FAILED, error);
    if (isUnanswered(error)) throw error;
  }
  await endSession("operator");
}
