import { type Context, changeUser, identityOf, type SessionStep, userAttributesFor } from "../context.ts";
import { CognitoError, invalidParameter, notAuthorized, userDisabled, wrongCredentials } from "../errors.ts";
import { assertPassword } from "../passwords.ts";
import { verifierOf } from "../srp.ts";
import { newSession } from "../tokens.ts";
import { acceptTotp } from "../totp.ts";
import { AnyResponse, type ClientMetadata } from "../triggers.ts";
import type { User } from "../users.ts";
import { tokensFor } from "./refresh.ts";

/** The next step after a correct password: a challenge, or the tokens. */
export async function afterPassword(
  context: Context,
  user: User,
  clientMetadata: ClientMetadata,
): Promise<object> {
  if (user.status === "FORCE_CHANGE_PASSWORD") {
    const userAttributes = JSON.stringify(user.attributes);
    return challenge(context, user, "NEW_PASSWORD_REQUIRED", { requiredAttributes: "[]", userAttributes });
  }
  const { mfa } = context.pool;
  if (user.totp?.verified && (mfa === "ON" || (mfa === "OPTIONAL" && user.totp.enabled))) {
    return challenge(context, user, "SOFTWARE_TOKEN_MFA", {});
  }
  if (mfa === "ON") {
    return challenge(context, user, "MFA_SETUP", { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' });
  }
  return await signedIn(context, user, clientMetadata);
}

/** Answers a waiting sign-in. Each session string works once, but a refused password or code keeps it valid. */
export async function answerSession(
  context: Context,
  name: string,
  session: string | undefined,
  responses: Record<string, string>,
  clientMetadata: ClientMetadata,
): Promise<object> {
  if (!session) throw invalidParameter("Missing required parameter Session");
  const { step, user } = takeStep(context, session);
  if (name === "NEW_PASSWORD_REQUIRED" && step.next === name) {
    const setPassword = () => withNewPassword(context, user, responses.NEW_PASSWORD);
    const changed = context.sessionSteps.keepOnRefusal(session, step, setPassword);
    return await afterPassword(context, changed, clientMetadata);
  }
  if (name === "SOFTWARE_TOKEN_MFA" && step.next === name) {
    const code = responses.SOFTWARE_TOKEN_MFA_CODE ?? "";
    context.sessionSteps.keepOnRefusal(session, step, () => assertTotp(context, user, code));
    return await signedIn(context, user, clientMetadata);
  }
  if (name === "MFA_SETUP" && step.next === "MFA_SETUP_DONE")
    return await signedIn(context, user, clientMetadata);
  throw notAuthorized("Invalid session for the user.");
}

/** Wrong codes count toward the same lock as wrong passwords. */
function assertTotp(context: Context, user: User, code: string): void {
  if (context.passwordLock.locked(user.username)) throw notAuthorized("Password attempts exceeded");
  const accepted = acceptTotp(context, user, code);
  if (accepted === "used")
    throw new CognitoError("ExpiredCodeException", "Your software token has already been used once.");
  if (accepted === "wrong") {
    context.passwordLock.fail(user.username);
    throw new CognitoError("CodeMismatchException", "Invalid code received for user");
  }
  context.passwordLock.succeed(user.username);
}

export function takeStep(context: Context, session: string): { step: SessionStep; user: User } {
  const step = context.sessionSteps.take(session);
  if (step === "expired") throw notAuthorized("Invalid session for the user, session is expired.");
  if (!step) throw notAuthorized("Invalid session for the user.");
  const user = context.store.findUser(step.username);
  if (!user) throw wrongCredentials();
  if (!user.enabled) throw userDisabled();
  return { step, user };
}

function withNewPassword(context: Context, user: User, password: string | undefined): User {
  if (!password) throw invalidParameter("Missing required parameter NEW_PASSWORD");
  assertPassword(context.pool.passwordPolicy, password);
  return changeUser(context, user.username, ({ temporaryUntil: _until, ...current }) => ({
    ...current,
    status: "CONFIRMED",
    password: verifierOf(identityOf(context, user), password),
  }));
}

function challenge(
  context: Context,
  user: User,
  next: SessionStep["next"],
  parameters: Record<string, string>,
) {
  const Session = context.sessionSteps.put({ username: user.username, next });
  return {
    ChallengeName: next,
    Session,
    ChallengeParameters: { USER_ID_FOR_SRP: user.username, ...parameters },
  };
}

async function signedIn(context: Context, user: User, clientMetadata: ClientMetadata): Promise<object> {
  const about = { username: user.username, userAttributes: userAttributesFor(user) };
  await context.triggers.run(
    "PostAuthentication",
    "Authentication",
    about,
    { newDeviceUsed: false, clientMetadata },
    AnyResponse,
  );
  const { session, refreshToken } = newSession(user, context.pool, context);
  const tokens = await tokensFor(context, user, session, "Authentication");
  context.store.saveSession(session);
  return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, RefreshToken: refreshToken } };
}
