import { randomBytes } from "node:crypto";
import { Amplify } from "aws-amplify";
import { fetchAuthSession, signIn, signUp } from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import type { SiteConfig } from "./siteConfig.ts";

/** A person with an account. Only this process knows the password. */
export type Person = { readonly email: string; readonly password: string; readonly token: string };

/** Creates an account and signs in like the site: with Amplify, and SRP for the password. */
export async function signUpPerson(config: SiteConfig, email: string): Promise<Person> {
  configure(config);
  const password = `Verify-${randomBytes(12).toString("hex")}`;
  await signUp({ username: email, password, options: { userAttributes: { email } } });
  return { email, password, token: await signInPerson(config, { email, password }) };
}

export async function signInPerson(
  config: SiteConfig,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<string> {
  configure(config);
  const { isSignedIn, nextStep } = await signIn({ username: email, password });
  if (!isSignedIn) throw new Error(`Signing in stopped at ${nextStep.signInStep}`);
  const { tokens } = await fetchAuthSession();
  if (!tokens) throw new Error("Cognito signed in without tokens");
  return tokens.accessToken.toString();
}

/** Gives every sign-in its own storage. Sets the storage last, because Amplify.configure restores the old storage. */
function configure({ userPoolId, userPoolClientId, userPoolEndpoint }: SiteConfig): void {
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        ...(userPoolEndpoint === undefined ? {} : { userPoolEndpoint }),
      },
    },
  });
  const kept = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => kept.get(key) ?? null,
    setItem: async (key, value) => void kept.set(key, value),
    removeItem: async (key) => void kept.delete(key),
    clear: async () => kept.clear(),
  });
}
