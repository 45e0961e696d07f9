import { signIn, signUp } from "#local-aws";
import { startOperatorSession } from "#shared/accounts/operator.ts";
import { startSession } from "#shared/customers/session.ts";
import type { StackFile } from "../stackFile.ts";
import { callApi } from "./api.ts";

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

/** The access token of a customer whose session is started. */
export async function signInCustomer(stack: StackFile, person: Person): Promise<string> {
  const token = await signInOnce(stack, person);
  await callApi(stack, startSession, {}, { token });
  return token;
}

/** This machine's tools count as one device. */
const DEVICE = "tools-of-this-machine";

/** The access token of an operator whose session is started. */
export async function signInOperator(stack: StackFile, { email, password }: Person): Promise<string> {
  const { accessToken } = await signIn(stack.operatorPool, email, password);
  await callApi(stack, startOperatorSession, { device: DEVICE }, { token: accessToken });
  return accessToken;
}

/** The access token of the customer or of the operator whom every stack has. */
export const signInAs = (stack: StackFile, who: "customer" | "operator"): Promise<string> =>
  who === "operator" ? signInOperator(stack, stack.operator) : signInCustomer(stack, stack.customer);
