import { endOperatorSession } from "#shared/accounts/operator.ts";
import { SECOND } from "#shared/instant.ts";
import { isUnanswered } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { logWarning } from "../../app/logQueue.ts";
import { LOGOUT_FAILED } from "../../app/sessionRecord.ts";

/** Milliseconds to wait for the API. */
const PATIENCE = 3 * SECOND;

/**
 * Has the API end the session and remove its cookie. A refusal means that the session is already over.
 * @throws if the API does not answer: the session stays, so that the operator can retry
 */
export async function signOutOperator(): Promise<void> {
  try {
    await call(endOperatorSession, {}, { signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    logWarning(LOGOUT_FAILED, error);
    if (isUnanswered(error)) throw error;
  }
}
