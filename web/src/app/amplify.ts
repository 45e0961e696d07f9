import { Amplify } from "aws-amplify";
import {
  signIn as amplifySignIn,
  signOut as amplifySignOut,
  signUp as amplifySignUp,
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  resetPassword,
  type SignInOutput,
} from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { defaultStorage, sharedInMemoryStorage } from "aws-amplify/utils";
import { PRIVACY_VERSION, TERMS_VERSION } from "#shared/legal.ts";
import { MaybeChanged, NoUserData } from "./authErrors.ts";
import { type Config, loadConfig } from "./config.ts";
import { logWarning } from "./logQueue.ts";
import { SESSION_VALIDATION_FAILED, type Session, type Side } from "./sessionRecord.ts";

// Only this file and the back office's sign-in (operator/gate/cognito.ts) use Amplify. Pages load it when they need
// Cognito: to sign up, in or out, to reset a password, and to renew a token.

let configured: { side: Side; ready: Promise<void> } | undefined;

function poolOf(side: Side, { backOffice, ...customers }: Config) {
  const pool = side === "operator" ? backOffice : customers;
  if (pool === undefined) throw new Error("This site has no back office.");
  return pool;
}

/** Configures Amplify for one user pool: the customers' or, in the back office, the operators'. */
export function configure(side: Side): Promise<void> {
  if (configured?.side === side) return configured.ready;
  const ready = loadConfig().then((config) => {
    const { userPoolEndpoint } = config;
    const { userPoolId, userPoolClientId } = poolOf(side, config);
    Amplify.configure({
      Auth: {
        Cognito: {
          userPoolId,
          userPoolClientId,
          ...(userPoolEndpoint === undefined ? {} : { userPoolEndpoint }),
        },
      },
    });
    // An operator's tokens stay in this page's memory. The API keeps the refresh token in a cookie.
    cognitoUserPoolsTokenProvider.setKeyValueStorage(
      side === "operator" ? sharedInMemoryStorage : defaultStorage,
    );
  });
  configured = { side, ready };
  ready.catch(() => {
    configured = undefined;
  });
  return ready;
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

/** Errors that end a session. Amplify deletes its tokens after these errors, and keeps them after any other. */
const ENDS_SESSION =
  /^(NotAuthorized|TokenRevoked|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse)Exception/;

/**
 * @returns null when the session has ended
 * @throws Amplify's NetworkError, or SESSION_VALIDATION_FAILED if Cognito could not decide (throttling, an outage)
 */
export async function refreshSession(): Promise<Session | null> {
  await configure("customer");
  try {
    return await currentSession(true);
  } catch (error) {
    if (error instanceof Error && error.name === "NetworkError") throw error;
    logWarning(SESSION_VALIDATION_FAILED, error);
    if (error instanceof Error && ENDS_SESSION.test(error.name)) return null;
    throw new Error(SESSION_VALIDATION_FAILED, { cause: error });
  }
}

/** Uses SRP, so that the sign-in does not send the password. */
export async function signIn(email: string, password: string): Promise<Session> {
  await configure("customer");
  // Amplify refuses a sign-in while it keeps the tokens of an earlier session.
  await amplifySignOut().catch(() => undefined);
  return sessionAfter(await amplifySignIn({ username: email, password }));
}

/** Answers `signIn`'s SecondFactorRequired with the authenticator's code. */
export async function answerCode(code: string): Promise<Session> {
  await configure("customer");
  return sessionAfter(await confirmSignIn({ challengeResponse: code }));
}

async function sessionAfter({ isSignedIn, nextStep }: SignInOutput): Promise<Session> {
  if (!isSignedIn) throw stoppedAt(nextStep.signInStep);
  const session = await currentSession(false);
  if (session === null) throw new NoUserData("Login failed - no user data returned");
  return session;
}

const STOPS: Readonly<Record<string, string>> = {
  RESET_PASSWORD: "PasswordResetRequiredException",
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: "SecondFactorRequired",
};

/** The error for a sign-in that needs a further step. Pages recognize it by its name, like Cognito's errors. */
function stoppedAt(step: string): Error {
  const error = new Error(`Signing in stopped at ${step}`);
  error.name = STOPS[step] ?? "FurtherStepRequired";
  return error;
}

export async function signUp(email: string, password: string): Promise<void> {
  await configure("customer");
  const { userId } = await amplifySignUp({
    username: email,
    password,
    // The pool passes the metadata to accounts/postConfirmation, which stores it.
    options: {
      userAttributes: { email },
      clientMetadata: { terms: TERMS_VERSION, privacy: PRIVACY_VERSION },
    },
  });
  if (userId === undefined) throw new NoUserData("Account creation failed - no user data returned");
}

/** How long a sign-out waits for Cognito, in milliseconds. */
const PATIENCE = 5_000;

const { tokenOrchestrator } = cognitoUserPoolsTokenProvider;

/**
 * Revokes the refresh token at Cognito and deletes the tokens. Amplify's own sign-out does not report whether Cognito
 * answered.
 * @throws if Cognito revoked nothing; the tokens then remain
 */
export async function endSession(): Promise<void> {
  await configure("customer");
  const tokens = await tokenOrchestrator.getTokenStore().loadTokens();
  if (tokens?.refreshToken !== undefined) await revoke(tokens.refreshToken);
  await tokenOrchestrator.clearTokens();
}

/** Deletes this page's tokens and returns the refresh token. */
export async function takeRefreshToken(): Promise<string | undefined> {
  const tokens = await tokenOrchestrator.getTokenStore().loadTokens();
  await tokenOrchestrator.clearTokens();
  return tokens?.refreshToken;
}

async function revoke(refreshToken: string): Promise<void> {
  const config = await loadConfig();
  const { userPoolClientId } = config;
  const answer = await fetch(
    config.userPoolEndpoint ?? `https://cognito-idp.${config.region}.amazonaws.com/`,
    {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": "AWSCognitoIdentityProviderService.RevokeToken",
      },
      body: JSON.stringify({ ClientId: userPoolClientId, Token: refreshToken }),
      signal: AbortSignal.timeout(PATIENCE),
    },
  );
  if (!answer.ok) throw new Error(`Cognito answered ${answer.status}`);
}

/** Mails a code if the account exists, without revealing whether it does. */
export async function requestPasswordReset(email: string): Promise<void> {
  await configure("customer");
  await resetPassword({ username: email });
}

export async function finishPasswordReset(email: string, code: string, password: string): Promise<void> {
  await configure("customer");
  try {
    await confirmResetPassword({ username: email, confirmationCode: code, newPassword: password });
  } catch (error) {
    if (!(error instanceof Error && error.name === "NetworkError")) throw error;
    throw new MaybeChanged("We did not get an answer", { cause: error });
  }
}
