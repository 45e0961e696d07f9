import { forgetCheckout, rememberedCheckout } from "../../app/checkoutChoice.ts";
import { paths, safeNext } from "../../app/paths.ts";
import { requireStorage } from "../../app/requireStorage.ts";
import { dropSession, keepSession, readSession } from "../../app/session.ts";

export const REDIRECT_MS = 1000;

/**
 * Signs in, stores the session and starts it at the API.
 * @param code the authenticator's, after SecondFactorRequired
 */
export async function openSession(email: string, password: string, code?: string): Promise<void> {
  requireStorage();
  const former = readSession();
  const [{ answerCode, signIn }, { endFormer, recordSignIn }] = await Promise.all([
    import("../../app/amplify.ts"),
    import("../../app/recordSignIn.ts"),
  ]);
  const session = await (code === undefined ? signIn(email, password) : answerCode(code));
  keepSession(session);
  await recordSignIn().catch((error: unknown) => {
    // The API may refuse a session that was not started.
    dropSession();
    throw error;
  });
  if (former?.userId === session.userId) void endFormer(former);
}

export const needsCode = (error: unknown): boolean =>
  error instanceof Error && error.name === "SecondFactorRequired";

/** The page that the user wanted, else the chosen plan's checkout, else the dashboard. */
export function destination(next: string | null): string {
  const remembered = rememberedCheckout();
  forgetCheckout();
  const fallback = remembered === null ? paths.dashboard.href() : paths.checkout.href(remembered);
  return safeNext(next, fallback);
}
