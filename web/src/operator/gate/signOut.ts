import { endOperatorSession } from "#shared/accounts/operator.ts";
import { SECOND } from "#shared/instant.ts";
import { isUnanswered } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { logWarning } from "../../app/logQueue.ts";
import { LOGOUT_FAILED } from "../../app/sessionRecord.ts";

/** How long a sign-out waits for the API, in milliseconds. */
const PATIENCE = 3 * SECOND;

/**
 * Has the API refuse this session's tokens and renewals, and remove its cookie. A refusal means that the session is over
 * already.
 * @throws where it did not answer: the session stays, so that the operator can try again
 */
export async function signOutOperator(): Promise<void> {
  try {
    await call(endOperatorSession, {}, { signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    logWarning(LOGOUT_FAILED, error);
    if (isUnanswered(error)) throw error;
  }
}
