import { Amplify } from "aws-amplify";
import { fetchAuthSession, signIn, signOut, signUp } from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { ConsoleLogger } from "aws-amplify/utils";
import type { StackFile } from "../stackFile.ts";

// It warns of every pool that is not at AWS.
ConsoleLogger.LOG_LEVEL = "ERROR";

type Person = { email: string; password: string };

/** As the web does it: by Amplify, which keeps its tokens here in memory. */
function configure({ cognito }: StackFile): void {
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: cognito.userPoolId,
        userPoolClientId: cognito.clientId,
        userPoolEndpoint: cognito.endpoint,
      },
    },
  });
  const kept = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => kept.get(key) ?? null,
    setItem: async (key, value) => {
      kept.set(key, value);
    },
    removeItem: async (key) => {
      kept.delete(key);
    },
    clear: async () => kept.clear(),
  });
}

/** Makes the account, unless a start that was interrupted has made it already. */
export async function signUpOnce(stack: StackFile, person: Person): Promise<void> {
  configure(stack);
  try {
    await signUp({
      username: person.email,
      password: person.password,
      options: { userAttributes: { email: person.email } },
    });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "UsernameExistsException") throw error;
  }
}

/** The access token. */
export async function signInOnce(stack: StackFile, person: Person): Promise<string> {
  configure(stack);
  await signIn({ username: person.email, password: person.password });
  const token = (await fetchAuthSession()).tokens?.accessToken.toString();
  await signOut();
  if (token === undefined) throw new Error(`${person.email} could not sign in`);
  return token;
}
