import { startSession } from "#shared/accounts/customer.ts";
import { call } from "../api/call.ts";

/** Tells the server of the sign-in. Nobody has to wait for it, and nothing on the page hangs on it. */
export function recordSignIn(): Promise<void> {
  return call(startSession, {}).then(
    () => undefined,
    () => undefined,
  );
}
