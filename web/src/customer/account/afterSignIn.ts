import { forgetCheckout, rememberedCheckout } from "../../app/checkoutChoice.ts";
import { paths, safeNext } from "../../app/paths.ts";
import { requireStorage } from "../../app/requireStorage.ts";
import { dropSession, keepSession, readSession } from "../../app/session.ts";

/** How long the good news stands before the page moves on. */
export const REDIRECT_MS = 1000;

/**
 * Signs in, keeps the session and has the API take it.
 * @param code of the authenticator app, once the password alone was refused with SecondFactorRequired
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
    // The API takes nothing of a session that has not started.
    dropSession();
    throw error;
  });
  if (former?.userId === session.userId) void endFormer(former);
}

/** Whether the password was right and the authenticator's code is missing. */
export const needsCode = (error: unknown): boolean =>
  error instanceof Error && error.name === "SecondFactorRequired";

/** Cognito's refusals of an authenticator's code, which are those of a mailed one, in words about the app. */
const REFUSED_CODES: Readonly<Record<string, string>> = {
  CodeMismatchException: "WrongAuthenticatorCode",
  // It takes each code once: also the one that turned the second factor on.
  ExpiredCodeException: "UsedAuthenticatorCode",
};

/** The refusal of an authenticator's code; undefined for any other failure. */
export function refusedCode(error: unknown): Error | undefined {
  const name = error instanceof Error ? REFUSED_CODES[error.name] : undefined;
  if (name === undefined) return undefined;
  return Object.assign(new Error("The authenticator's code was refused", { cause: error }), { name });
}

/** Where one wanted to go, else on to the plan that was chosen before, else the dashboard. */
export function destination(next: string | null): string {
  const remembered = rememberedCheckout();
  forgetCheckout();
  const fallback = remembered === null ? paths.dashboard.href() : paths.checkout.href(remembered);
  return safeNext(next, fallback);
}
