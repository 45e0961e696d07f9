import { signIn, signUp } from "#local-aws";
import { startOperatorSession } from "#shared/accounts/operator.ts";
import { startSession } from "#shared/customers/session.ts";
import type { StackFile } from "../stackFile.ts";
import { callApi } from "./api.ts";

type Person = { email: string; password: string };

/** Creates the account, unless an interrupted start already did. */
export async function signUpOnce({ cognito }: StackFile, { email, password }: Person): Promise<void> {
  try {
    await signUp(cognito, email, password);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "UsernameExistsException") throw error;
  }
}

export async function signInOnce({ cognito }: StackFile, { email, password }: Person): Promise<string> {
  return (await signIn(cognito, email, password)).accessToken;
}

/** Starts a customer's session. @returns the access token */
export async function signInCustomer(stack: StackFile, person: Person): Promise<string> {
  const token = await signInOnce(stack, person);
  await callApi(stack, startSession, {}, { token });
  return token;
}

/** All tools of this machine count as one device. */
const DEVICE = "tools-of-this-machine";

/** Starts an operator's session. @returns the access token */
export async function signInOperator(stack: StackFile, { email, password }: Person): Promise<string> {
  const { accessToken } = await signIn(stack.operatorPool, email, password);
  await callApi(stack, startOperatorSession, { device: DEVICE }, { token: accessToken });
  return accessToken;
}

export const signInAs = (stack: StackFile, who: "customer" | "operator"): Promise<string> =>
  who === "operator" ? signInOperator(stack, stack.operator) : signInCustomer(stack, stack.customer);
