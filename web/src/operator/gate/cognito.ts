import { confirmSignIn, type SignInOutput, signIn, signOut } from "aws-amplify/auth";
import { BRAND } from "#shared/brand.ts";
import { configure, currentSession, takeRefreshToken } from "../../app/amplify.ts";
import type { Session } from "../../app/sessionRecord.ts";

// The operator's sign-in, which can have more steps than a customer's. Loads when the operator signs in.

export type Step =
  | { kind: "in"; session: Session | null; refreshToken: string | undefined }
  /** Asks for a code of the authenticator app. */
  | { kind: "code" }
  /** Asks to set up an authenticator. */
  | { kind: "setup"; secret: string; uri: string }
  /** The password was temporary: asks for a new one. */
  | { kind: "password" }
  | { kind: "unknown"; name: string };

export async function begin(email: string, password: string): Promise<Step> {
  await configure("operator");
  // Amplify refuses a sign-in while another user's session remains.
  await signOut().catch(() => undefined);
  return await stepOf(await signIn({ username: email, password }), email);
}

/** @param text the code or the new password that the previous step asked for */
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
