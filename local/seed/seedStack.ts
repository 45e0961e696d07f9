import type { StackFile } from "../stackFile.ts";
import { post } from "./api.ts";
import { subscribe } from "./checkout.ts";
import { openOffer } from "./offer.ts";
import { makeOperator } from "./operator.ts";
import { PEOPLE } from "./people.ts";
import { signInOnce, signUpOnce } from "./signIn.ts";
import { recordStatus } from "./status.ts";
import { noteDone, type SeedStep, stepsLeft } from "./steps.ts";

/** Runs the remaining steps and records each, so that an interrupted start resumes. */
export async function seedStack(stack: StackFile, progressFile: string): Promise<void> {
  const steps: Record<SeedStep, () => Promise<void>> = {
    offer: () => openOffer(stack),
    people: () => signUpPeople(stack),
    operator: () => makeOperator(stack, PEOPLE.operator),
    subscription: async () => {
      // The settings that docs/deploy.md asks for: the terms promise that an unpaid key works for 14 days.
      await post(`${stack.stripe.apiUrl}/_control/settings`, {
        dunning_end: "unpaid",
        retry_days: [3, 7, 14],
      });
      await subscribe(stack, await signInOnce(stack, PEOPLE.customer));
    },
    status: () => recordStatus(stack),
  };
  for (const step of stepsLeft(progressFile)) {
    await steps[step]();
    noteDone(progressFile, step);
  }
}

async function signUpPeople(stack: StackFile): Promise<void> {
  for (const person of [PEOPLE.customer, PEOPLE.visitor]) await signUpOnce(stack, person);
}
