import type { Tokens } from "./client.ts";

/** Amplify's entries in a browser's storage after a sign-in. test/cognito compares them with Amplify's. */
export function amplifyStorage(clientId: string, email: string, tokens: Tokens): Record<string, string> {
  const client = `CognitoIdentityServiceProvider.${clientId}`;
  const user = `${client}.${tokens.userId}`;
  return {
    [`${client}.LastAuthUser`]: tokens.userId,
    [`${user}.accessToken`]: tokens.accessToken,
    [`${user}.idToken`]: tokens.idToken,
    [`${user}.refreshToken`]: tokens.refreshToken,
    [`${user}.clockDrift`]: "0",
    [`${user}.signInDetails`]: JSON.stringify({ loginId: email, authFlowType: "USER_SRP_AUTH" }),
  };
}
