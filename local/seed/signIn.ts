import { signIn, signUp } from "../cognito/client.ts";
import type { StackFile } from "../stackFile.ts";

type Person = { email: string; password: string };

/** Makes the account, unless a start that was interrupted has made it already. */
export async function signUpOnce({ cognito }: StackFile, { email, password }: Person): Promise<void> {
  try {
    await signUp(cognito, email, password);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "UsernameExistsException") throw error;
  }
}

/** The access token. */
export async function signInOnce({ cognito }: StackFile, { email, password }: Person): Promise<string> {
  return (await signIn(cognito, email, password)).accessToken;
}
