import { confirmSignIn, type SignInOutput, signIn, signOut } from "aws-amplify/auth";
import { BRAND } from "#shared/brand.ts";
import { configure, currentSession, takeRefreshToken } from "../../app/amplify.ts";
import type { Session } from "../../app/sessionRecord.ts";

// The operator's sign-in, which may have more steps than a customer's. Loaded with the sign-in page.

export type Step =
  | { kind: "in"; session: Session | null; refreshToken: string | undefined }
  /** The six digits of the authenticator app. */
  | { kind: "code" }
  /** The pool wants a second factor and there is none yet. */
  | { kind: "setup"; secret: string; uri: string }
  /** The password was only to begin with. */
  | { kind: "password" }
  | { kind: "unknown"; name: string };

export async function begin(email: string, password: string): Promise<Step> {
  await configure("operator");
  // Another user's half-ended session would make Amplify refuse the new one.
  await signOut().catch(() => undefined);
  return await stepOf(await signIn({ username: email, password }), email);
}

/** A code, or the new password: what the step before asked for. */
export async function answer(text: string, email: string): Promise<Step> {
  return await stepOf(await confirmSignIn({ challengeResponse: text }), email);
}

async function stepOf({ isSignedIn, nextStep }: SignInOutput, email: string): Promise<Step> {
  if (isSignedIn) {
    const session = await currentSession(false);
    return { kind: "in", session, refreshToken: await takeRefreshToken() };
  }
  switch (nextStep.signInStep) {
    case "CONFIRM_SIGN_IN_WITH_TOTP_CODE":
      return { kind: "code" };
    case "CONTINUE_SIGN_IN_WITH_TOTP_SETUP": {
      const { sharedSecret, getSetupUri } = nextStep.totpSetupDetails;
      return { kind: "setup", secret: sharedSecret, uri: getSetupUri(BRAND.name, email).href };
    }
    case "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED":
      return { kind: "password" };
    default:
      return { kind: "unknown", name: nextStep.signInStep };
  }
}
