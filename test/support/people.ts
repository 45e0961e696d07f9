import { randomUUID } from "node:crypto";
import {
  AdminAddUserToGroupCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { Amplify } from "aws-amplify";
import { fetchAuthSession, signIn, signOut, signUp } from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { ConsoleLogger } from "aws-amplify/utils";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "../../local/aws/identity.ts";
import type { Session } from "../../web/src/app/sessionRecord.ts";
import { stack } from "./running.ts";

// It warns of every pool that is not at AWS.
ConsoleLogger.LOG_LEVEL = "ERROR";

export const PASSWORD = "Correct-Horse7";

/** Somebody with an account, signed in as the web does it: by SRP, through Amplify's own client. */
export type Person = {
  email: string;
  userId: string;
  accessToken: string;
  idToken: string;
  /** What a browser stores of it: what Amplify keeps, and the site's own copy. */
  stored: Readonly<Record<string, string>>;
};

export const newEmail = (name = "person"): string => `${name}-${randomUUID().slice(0, 8)}@example.com`;

/** Amplify knows one person at a time: whoever signs in waits for the one before. */
let queue: Promise<unknown> = Promise.resolve();
function alone<T>(work: () => Promise<T>): Promise<T> {
  const mine = queue.then(work, work);
  queue = mine.catch(() => undefined);
  return mine;
}

let stored = new Map<string, string>();

function configure(): void {
  const { cognito } = stack();
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: cognito.userPoolId,
        userPoolClientId: cognito.clientId,
        userPoolEndpoint: cognito.endpoint,
      },
    },
  });
  stored = new Map();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void stored.set(key, value),
    getItem: async (key) => stored.get(key) ?? null,
    removeItem: async (key) => void stored.delete(key),
    clear: async () => stored.clear(),
  });
}

async function signInNow(email: string, password: string): Promise<Person> {
  await signIn({ username: email, password });
  const { tokens, userSub } = await fetchAuthSession();
  const userId = userSub ?? "";
  const accessToken = tokens?.accessToken.toString() ?? "";
  const session: Session = { userId, email, accessToken, expiresAt: tokens?.accessToken.payload.exp ?? 0 };
  return {
    email,
    userId,
    accessToken,
    idToken: tokens?.idToken?.toString() ?? "",
    stored: { ...Object.fromEntries(stored), session: JSON.stringify(session) },
  };
}

export function signInPerson(email: string, password = PASSWORD): Promise<Person> {
  return alone(async () => {
    configure();
    return signInNow(email, password);
  });
}

export function signUpPerson(email = newEmail()): Promise<Person> {
  return alone(async () => {
    configure();
    await signUp({ username: email, password: PASSWORD });
    return signInNow(email, PASSWORD);
  });
}

/** Ends the session at the pool, so that its tokens are no good any more. */
export function signOutPerson(): Promise<void> {
  return alone(() => signOut());
}

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
