import { startSession } from "#shared/accounts/customer.ts";
import { SECOND } from "#shared/instant.ts";
import { call } from "../api/call.ts";

/** How long one attempt may take, in milliseconds. */
const PATIENCE = 10 * SECOND;

/**
 * Tells the server of the sign-in, which refuses every other call of the session until then. Where both attempts fail,
 * the next page asks for the password again.
 */
export async function recordSignIn(): Promise<void> {
  const attempt = () =>
    call(startSession, {}, { signal: AbortSignal.timeout(PATIENCE) }).then(
      () => true,
      () => false,
    );
  if (!(await attempt())) await attempt();
}
