import {
  AdminCreateUserCommand,
  AdminDeleteSoftwareTokenCommand,
  AdminDeleteUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  AliasExistsException,
  CognitoIdentityProviderClient,
  CognitoIdentityProviderServiceException,
  GetTokensFromRefreshTokenCommand,
  GetUserPoolMfaConfigCommand,
  InvalidParameterException,
  InvalidPasswordException,
  ListUsersCommand,
  NotAuthorizedException,
  UserNotFoundException,
  UsernameExistsException,
} from "@aws-sdk/client-cognito-identity-provider";
import { isWithoutAuthenticator } from "#shared/accounts/authenticator.ts";
import { AppError } from "#shared/errors.ts";
import { amazon } from "./amazon.ts";
import { env } from "./env.ts";
import { sessionEnded } from "./visitor.ts";

const client = new CognitoIdentityProviderClient(amazon("cognito-idp", 5_000, 3));

/** Reads the address from the user pool, because access tokens do not carry it. */
export async function readEmail(userId: string): Promise<string> {
  const asked = new AdminGetUserCommand({ UserPoolId: env("USER_POOL_ID"), Username: userId });
  const { UserAttributes } = await client.send(asked).catch((error: unknown) => {
    // An access token outlives its account by minutes.
    if (error instanceof UserNotFoundException) throw new AppError("AUTH_ERROR", "User not authenticated");
    throw error;
  });
  const email = UserAttributes?.find((attribute) => attribute.Name === "email")?.Value;
  if (!email) throw new AppError("AUTH_ERROR", "Failed to retrieve user information");
  return email;
}

export async function deleteUser(userId: string, pool = env("USER_POOL_ID")): Promise<void> {
  await client.send(new AdminDeleteUserCommand(named(userId, pool))).catch(unlessGone);
}

/** Triggers pass the pool's id from their event, because CloudFormation creates the triggers before the pool. */
const named = (userId: string, pool = env("USER_POOL_ID")) => ({ UserPoolId: pool, Username: userId });

/**
 * Revokes every refresh token. Access tokens stay valid at Cognito, but our own check refuses them
 * (functions/http/caller.ts). The account can sign in again, because a suspended customer must still be able to cancel
 * payments.
 */
export async function endSessions(userId: string, pool = env("USER_POOL_ID")): Promise<void> {
  await client.send(new AdminUserGlobalSignOutCommand(named(userId, pool))).catch(unlessGone);
}

function unlessGone(error: unknown): void {
  if (!(error instanceof UserNotFoundException)) throw error;
}

/** @throws VALIDATION_ERROR at `password` if the pool's policy refuses the password */
export async function setPassword(userId: string, password: string): Promise<void> {
  const command = new AdminSetUserPasswordCommand({
    ...named(userId),
    Password: password,
    Permanent: true,
  });
  await client.send(command).catch((error: unknown) => {
    if (!(error instanceof InvalidPasswordException || error instanceof InvalidParameterException))
      throw error;
    throw new AppError("VALIDATION_ERROR", "Password does not meet security requirements", {
      field: "password",
      cause: error,
    });
  });
}

/**
 * Changes the address that the account signs in with, unless the account is gone.
 * @throws CONFLICT at `field` if another account has this address
 */
export async function setEmail(userId: string, email: string, field: "code" | "email"): Promise<void> {
  const UserAttributes = [
    { Name: "email", Value: email },
    { Name: "email_verified", Value: "true" },
  ];
  const command = new AdminUpdateUserAttributesCommand({ ...named(userId), UserAttributes });
  await client.send(command).catch((error: unknown) => {
    if (!(error instanceof AliasExistsException)) return unlessGone(error);
    throw new AppError("CONFLICT", "Another account has this address.", { field, cause: error });
  });
}

/** @throws CONFLICT if no authenticator is verified */
export async function preferSecondFactor(
  userId: string,
  enabled: boolean,
  pool = env("USER_POOL_ID"),
): Promise<void> {
  const command = new AdminSetUserMFAPreferenceCommand({
    ...named(userId, pool),
    SoftwareTokenMfaSettings: { Enabled: enabled, PreferredMfa: enabled },
  });
  await client.send(command).catch((error: unknown) => {
    if (!(error instanceof InvalidParameterException)) throw error;
    throw new AppError("CONFLICT", "Set up your authenticator app first.", { cause: error });
  });
}

/**
 * Deletes an authenticator that the owner lost or that an impostor registered. Turning the authenticator off is not
 * enough: it could still complete a sign-in that has already begun.
 */
export async function dropSecondFactor(userId: string, pool: string): Promise<void> {
  const unlessWithout = (error: unknown): void => {
    if (!isWithoutAuthenticator(error)) unlessGone(error);
  };
  const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };
  const turnOff = { ...named(userId, pool), SoftwareTokenMfaSettings };
  await client.send(new AdminDeleteSoftwareTokenCommand(named(userId, pool))).catch(unlessWithout);
  await client.send(new AdminSetUserMFAPreferenceCommand(turnOff)).catch(unlessWithout);
}

/** Enables an account at Cognito. Earlier versions of the shop disabled the accounts of suspended customers there. */
export async function enableSignIn(userId: string): Promise<void> {
  try {
    await client.send(new AdminEnableUserCommand(named(userId)));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}

/** Has Cognito mail a code. @throws CONFLICT with Cognito's own reason if Cognito refuses */
export async function resetPassword(userId: string): Promise<void> {
  try {
    await client.send(new AdminResetUserPasswordCommand(named(userId)));
  } catch (error) {
    if (!(error instanceof CognitoIdentityProviderServiceException) || error.$fault !== "client") throw error;
    throw new AppError("CONFLICT", error.message, { cause: error });
  }
}

/** @throws SESSION_ENDED if the pool no longer accepts the refresh token */
export async function renewOperatorToken(refreshToken: string): Promise<string> {
  const asked = new GetTokensFromRefreshTokenCommand({
    ClientId: env("OPERATOR_CLIENT_ID"),
    RefreshToken: refreshToken,
  });
  const { AuthenticationResult } = await client.send(asked).catch((error: unknown) => {
    if (error instanceof NotAuthorizedException || error instanceof UserNotFoundException)
      throw sessionEnded();
    throw error;
  });
  if (!AuthenticationResult?.AccessToken) throw new Error("The operators' pool returned no new token");
  return AuthenticationResult.AccessToken;
}

/** Reads the pool's setting, because Cognito does not show which second factor an account has enrolled. */
export async function operatorsNeedSecondFactor(): Promise<boolean> {
  const asked = new GetUserPoolMfaConfigCommand({ UserPoolId: env("OPERATOR_POOL_ID") });
  return (await client.send(asked)).MfaConfiguration === "ON";
}

export async function listOperatorIds(): Promise<string[]> {
  const ids: string[] = [];
  let PaginationToken: string | undefined;
  do {
    const page = await client.send(
      new ListUsersCommand({ UserPoolId: env("OPERATOR_POOL_ID"), PaginationToken }),
    );
    ids.push(...(page.Users ?? []).flatMap(({ Username }) => Username ?? []));
    PaginationToken = page.PaginationToken;
  } while (PaginationToken !== undefined);
  return ids;
}

/**
 * Creates an operator's account in no group, with a random password. Cognito mails nothing.
 * @returns the account's id. An existing account stays as it is.
 */
export async function createOperatorAccount(email: string): Promise<string> {
  const account = named(email, env("OPERATOR_POOL_ID"));
  const command = new AdminCreateUserCommand({
    ...account,
    MessageAction: "SUPPRESS",
    UserAttributes: [
      { Name: "email", Value: email },
      { Name: "email_verified", Value: "true" },
    ],
  });
  const made = await client.send(command).catch((error: unknown) => {
    if (!(error instanceof UsernameExistsException)) throw error;
  });
  const userId = made ? made.User?.Username : (await client.send(new AdminGetUserCommand(account))).Username;
  if (userId === undefined) throw new Error("The operators' pool returned no account");
  return userId;
}

/** The old password stops working, and the operator must replace this one at the next sign-in. */
export async function setTemporaryPassword(userId: string, password: string): Promise<void> {
  const account = named(userId, env("OPERATOR_POOL_ID"));
  await client.send(new AdminSetUserPasswordCommand({ ...account, Password: password, Permanent: false }));
}
