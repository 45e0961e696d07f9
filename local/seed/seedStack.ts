import {
  AdminAddUserToGroupCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "../aws/identity.ts";
import type { StackFile } from "../stackFile.ts";
import { subscribe } from "./checkout.ts";
import { openOffer } from "./offer.ts";
import { PEOPLE } from "./people.ts";
import { signInOnce, signUpOnce } from "./signIn.ts";
import { recordStatus } from "./status.ts";
import { noteDone, type SeedStep, stepsLeft } from "./steps.ts";

/** Runs the steps that are not done and records each one, so that an interrupted start resumes. */
export async function seedStack(stack: StackFile, progressFile: string): Promise<void> {
  const steps: Record<SeedStep, () => Promise<void>> = {
    offer: () => openOffer(stack),
    people: () => signUpPeople(stack),
    operator: () => promote(stack),
    subscription: async () => subscribe(stack, await signInOnce(stack, PEOPLE.customer)),
    status: () => recordStatus(stack),
  };
  for (const step of stepsLeft(progressFile)) {
    await steps[step]();
    noteDone(progressFile, step);
  }
}

async function signUpPeople(stack: StackFile): Promise<void> {
  for (const person of Object.values(PEOPLE)) await signUpOnce(stack, person);
}

async function promote(stack: StackFile): Promise<void> {
  const { endpoint, userPoolId } = stack.cognito;
  const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };
  const cognito = new CognitoIdentityProviderClient({ endpoint, region: stack.dynamodb.region, credentials });
  await cognito.send(
    new AdminAddUserToGroupCommand({
      UserPoolId: userPoolId,
      Username: PEOPLE.operator.email,
      GroupName: "operators",
    }),
  );
  cognito.destroy();
}
