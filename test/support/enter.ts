import type { Page } from "playwright-core";
import { type Person, signInOperator, signUpOperator } from "./people.ts";
import { stack } from "./running.ts";

/**
 * The operator, signed in, for whom the door stands open: what a browser that has passed it keeps. Signs in for each
 * test: money moves only for some minutes after it, which a whole file takes on a busy machine.
 */
export const admittedOperator = async (): Promise<Person> => admitted(await signInOperator());

/** The same on a stack without an operator: signs one up first. */
export const firstOperator = async (): Promise<Person> =>
  admitted(await signUpOperator(stack().operator.email));

const admitted = (person: Person): Person => ({
  ...person,
  stored: { ...person.stored, adminAuthenticated: "true" },
});

/** Goes through the back office's door, as the operator does, and stays where it was. */
export async function enterBackOffice(page: Page, path = "/admin"): Promise<void> {
  await page.goto(path);
  await passDoor(page, stack().operator);
  await page
    .getByRole("navigation", { name: "Back office" })
    .or(page.getByLabel("Open menu"))
    .first()
    .waitFor();
}

export async function passDoor(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Access Admin Panel" }).click();
}
