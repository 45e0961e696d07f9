import { signIn, type Tokens, totpCode } from "#local-aws";
import { SECOND } from "#shared/instant.ts";
import { call } from "./api.ts";
import { mailedCode } from "./mail.ts";
import { PASSWORD } from "./people.ts";
import { stack } from "./running.ts";

export type PoolAnswer = { status: number; body: Record<string, unknown> & { __type?: string } };

/** Calls the user pool without AWS credentials, as a browser does. */
export async function atPool(operation: string, body: Record<string, unknown>): Promise<PoolAnswer> {
  const response = await fetch(stack().cognito.endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

export const signInAtPool = (email: string, password = PASSWORD): Promise<Tokens> =>
  signIn(stack().cognito, email, password);

/** @returns a new access token of the same session, or null if the pool refuses the refresh token */
export async function refreshAtPool(refreshToken: string): Promise<string | null> {
  const { clientId } = stack().cognito;
  const { status, body } = await atPool("GetTokensFromRefreshToken", {
    ClientId: clientId,
    RefreshToken: refreshToken,
  });
  if (status !== 200) return null;
  return String((body.AuthenticationResult as { AccessToken?: unknown }).AccessToken);
}

/** Resets the password with the code that the pool mails. */
export async function resetPassword(email: string, password: string): Promise<PoolAnswer> {
  const { clientId } = stack().cognito;
  await atPool("ForgotPassword", { ClientId: clientId, Username: email });
  const ConfirmationCode = await mailedCode(email);
  return atPool("ConfirmForgotPassword", {
    ClientId: clientId,
    Username: email,
    ConfirmationCode,
    Password: password,
  });
}

/** Turns the second factor on with a new authenticator. @returns its secret */
export async function turnOnSecondFactor(token: string): Promise<string> {
  const { body } = await call("accounts/beginAuthenticator", {}, { token });
  const { status } = await call(
    "accounts/setSecondFactor",
    { enabled: true, code: codeOf(String(body.secret)) },
    { token },
  );
  if (status !== 200) throw new Error(`The second factor was not turned on: ${status}`);
  return String(body.secret);
}

export const codeOf = (secret: string): string => totpCode(secret, Math.floor(Date.now() / (30 * SECOND)));
/** The next code. Each code works once, and the pool accepts it half a minute early. */
export const nextCodeOf = (secret: string): string =>
  totpCode(secret, Math.floor(Date.now() / (30 * SECOND)) + 1);
