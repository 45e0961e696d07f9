import {
  AdminDeleteUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminResetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  CognitoIdentityProviderServiceException,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { AppError } from "#shared/errors.ts";
import { env } from "./env.ts";

const client = new CognitoIdentityProviderClient({ maxAttempts: 3 });

/** The address that the user pool holds for somebody. The access token does not carry it. */
export async function readEmail(userId: string): Promise<string> {
  const asked = new AdminGetUserCommand({ UserPoolId: env("USER_POOL_ID"), Username: userId });
  const { UserAttributes } = await client.send(asked).catch((error: unknown) => {
    // A token outlives its account by minutes.
    if (error instanceof UserNotFoundException) throw new AppError("AUTH_ERROR", "User not authenticated");
    throw error;
  });
  const email = UserAttributes?.find((attribute) => attribute.Name === "email")?.Value;
  if (!email) throw new AppError("AUTH_ERROR", "Failed to retrieve user information");
  return email;
}

/** Who is gone already is gone. */
export async function deleteUser(userId: string): Promise<void> {
  try {
    await client.send(new AdminDeleteUserCommand({ UserPoolId: env("USER_POOL_ID"), Username: userId }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}

const named = (userId: string) => ({ UserPoolId: env("USER_POOL_ID"), Username: userId });

/** Ends every session. The account can sign in again: a suspended customer still has to be able to stop paying. */
export async function endSessions(userId: string): Promise<void> {
  await client.send(new AdminUserGlobalSignOutCommand(named(userId)));
}

/** For an account that was disabled when suspending still did that. */
export async function enableSignIn(userId: string): Promise<void> {
  await client.send(new AdminEnableUserCommand(named(userId)));
}

/** Cognito mails a code. @throws CONFLICT with Cognito's own reason where it refuses */
export async function resetPassword(userId: string): Promise<void> {
  try {
    await client.send(new AdminResetUserPasswordCommand(named(userId)));
  } catch (error) {
    if (!(error instanceof CognitoIdentityProviderServiceException) || error.$fault !== "client") throw error;
    throw new AppError("CONFLICT", error.message, { cause: error });
  }
}

/** Whether Cognito asks this account for an authenticator's code at each sign-in. */
export async function hasSecondFactor(userId: string): Promise<boolean> {
  const { UserMFASettingList } = await client.send(new AdminGetUserCommand(named(userId)));
  return UserMFASettingList?.includes("SOFTWARE_TOKEN_MFA") ?? false;
}
