import { Amplify } from "aws-amplify";
import {
  signIn as amplifySignIn,
  signOut as amplifySignOut,
  signUp as amplifySignUp,
  confirmResetPassword,
  fetchAuthSession,
  resetPassword,
  updatePassword,
} from "aws-amplify/auth";
import { NoUserData } from "./authErrors.ts";
import { loadConfig } from "./config.ts";
import { logWarning } from "./logQueue.ts";
import { SESSION_VALIDATION_FAILED, type Session } from "./sessionRecord.ts";

// Knows Amplify, with the back office's own sign-in (operator/gate/cognito.ts). It is loaded when somebody signs in or out, or a token has to be renewed.

let configured: Promise<void> | undefined;

export function configure(): Promise<void> {
  configured ??= loadConfig().then(({ userPoolId, userPoolClientId, userPoolEndpoint }) => {
    Amplify.configure({
      Auth: {
        Cognito: {
          userPoolId,
          userPoolClientId,
          ...(userPoolEndpoint === undefined ? {} : { userPoolEndpoint }),
        },
      },
    });
  });
  configured.catch(() => {
    configured = undefined;
  });
  return configured;
}

export async function currentSession(forceRefresh: boolean): Promise<Session | null> {
  const { tokens, userSub } = await fetchAuthSession({ forceRefresh });
  const email = tokens?.idToken?.payload.email;
  if (tokens === undefined || userSub === undefined || typeof email !== "string") return null;
  return {
    userId: userSub,
    email,
    accessToken: tokens.accessToken.toString(),
    expiresAt: tokens.accessToken.payload.exp ?? 0,
  };
}

/** Errors that end a session. Amplify deletes its tokens for these names and keeps them for all others. */
const ENDS_SESSION =
  /^(NotAuthorized|TokenRevoked|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse)Exception/;

/**
 * @returns null when the session has ended
 * @throws Amplify's NetworkError, or SESSION_VALIDATION_FAILED where Cognito could not tell (throttling, an outage)
 */
export async function refreshSession(): Promise<Session | null> {
  await configure();
  try {
    return await currentSession(true);
  } catch (error) {
    if (error instanceof Error && error.name === "NetworkError") throw error;
    logWarning(SESSION_VALIDATION_FAILED, error);
    if (error instanceof Error && ENDS_SESSION.test(error.name)) return null;
    throw new Error(SESSION_VALIDATION_FAILED, { cause: error });
  }
}

/** By SRP: the password never leaves the browser. */
export async function signIn(email: string, password: string): Promise<Session> {
  await configure();
  // A half-ended session of somebody else would make Amplify refuse the new one.
  await amplifySignOut().catch(() => undefined);
  const { isSignedIn, nextStep } = await amplifySignIn({ username: email, password });
  if (!isSignedIn) throw stoppedAt(nextStep.signInStep);
  const session = await currentSession(false);
  if (session === null) throw new NoUserData("Login failed - no user data returned");
  return session;
}

/** A further step, which Amplify answers with and no customer's page has a form for, is a refusal like Cognito's own. */
function stoppedAt(step: string): Error {
  const error = new Error(`Signing in stopped at ${step}`);
  error.name = step === "RESET_PASSWORD" ? "PasswordResetRequiredException" : "FurtherStepRequired";
  return error;
}

export async function signUp(email: string, password: string): Promise<void> {
  await configure();
  const { userId } = await amplifySignUp({
    username: email,
    password,
    options: { userAttributes: { email } },
  });
  if (userId === undefined) throw new NoUserData("Account creation failed - no user data returned");
}

export async function endSession(): Promise<void> {
  await configure();
  await amplifySignOut();
}

/** Mails a code, where there is such an account; whether there is, is not told. */
export async function requestPasswordReset(email: string): Promise<void> {
  await configure();
  await resetPassword({ username: email });
}

export async function finishPasswordReset(email: string, code: string, password: string): Promise<void> {
  await configure();
  await confirmResetPassword({ username: email, confirmationCode: code, newPassword: password });
}

export async function changePassword(current: string, next: string): Promise<void> {
  await configure();
  await updatePassword({ oldPassword: current, newPassword: next });
}
