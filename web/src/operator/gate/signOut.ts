import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { endOperatorSession } from "#shared/accounts/operator.ts";
import { SECOND } from "#shared/instant.ts";
import { isUnanswered } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { logWarning } from "../../app/logQueue.ts";
import { paths } from "../../app/paths.ts";
import { LOGOUT_FAILED } from "../../app/sessionRecord.ts";
import { toast } from "../../ui/toast.ts";
import { shutOut } from "./admission.ts";
import { SIGN_OUT_FAILED } from "./words.ts";

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

export function useSignOut(): { busy: boolean; leave: () => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    setBusy(true);
    try {
      await signOutOperator();
      shutOut();
      await navigate(paths.admin.href());
    } catch {
      toast(SIGN_OUT_FAILED, "bad");
    } finally {
      setBusy(false);
    }
  };
  return { busy, leave };
}
