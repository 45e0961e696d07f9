import { randomUUID } from "node:crypto";
import {
  AdminAddUserToGroupCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { decodeJwt } from "jose";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "../../local/aws/identity.ts";
import { signIn, signUp } from "../../local/cognito/client.ts";
import type { Session } from "../../web/src/app/sessionRecord.ts";
import { amplifyStorage } from "./amplifyStorage.ts";
import { stack } from "./running.ts";

export const PASSWORD = "Correct-Horse7";

/** Somebody with an account, signed in by SRP, as the web does it. */
export type Person = {
  email: string;
  userId: string;
  accessToken: string;
  idToken: string;
  /** What a browser stores of it: what Amplify keeps, and the site's own copy. */
  stored: Readonly<Record<string, string>>;
};

export const newEmail = (name = "person"): string => `${name}-${randomUUID().slice(0, 8)}@example.com`;

export async function signInPerson(email: string, password = PASSWORD): Promise<Person> {
  const { cognito } = stack();
  const { userId, accessToken, idToken, refreshToken } = await signIn(cognito, email, password);
  const { exp } = decodeJwt(accessToken);
  const session: Session = { userId, email, accessToken, expiresAt: exp ?? 0 };
  const tokens = { userId, accessToken, idToken, refreshToken };
  return {
    email,
    userId,
    accessToken,
    idToken,
    stored: { ...amplifyStorage(cognito.clientId, email, tokens), session: JSON.stringify(session) },
  };
}

export async function signUpPerson(email = newEmail()): Promise<Person> {
  await signUp(stack().cognito, email, PASSWORD);
  return signInPerson(email);
}

/** The operator whom every stack has. */
export const signInOperator = (): Promise<Person> =>
  signInPerson(stack().operator.email, stack().operator.password);

/** Somebody new in the group `operators`, signed in with a token that says so. */
export async function signUpOperator(): Promise<Person> {
  const { email } = await signUpPerson(newEmail("operator"));
  const { cognito, dynamodb } = stack();
  const client = new CognitoIdentityProviderClient({
    endpoint: cognito.endpoint,
    region: dynamodb.region,
    credentials: { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY },
  });
  await client.send(
    new AdminAddUserToGroupCommand({
      UserPoolId: cognito.userPoolId,
      Username: email,
      GroupName: "operators",
    }),
  );
  return signInPerson(email);
}
