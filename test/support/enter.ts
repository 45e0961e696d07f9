import type { Page } from "playwright-core";
import { type Person, signInOperator, signUpOperator } from "./people.ts";
import { stack } from "./running.ts";

/**
 * The operator with the data that a browser keeps after signing in at the back office. Each test signs in, because
 * payouts need a sign-in from the last few minutes, and a whole file may take longer.
 */
export const admittedOperator = async (): Promise<Person> => admitted(await signInOperator());

/** Like `admittedOperator`, but signs the operator up first, for a stack without an operator. */
export const firstOperator = async (): Promise<Person> =>
  admitted(await signUpOperator(stack().operator.email));

const admitted = (person: Person): Person => ({
  ...person,
  stored: { ...person.stored, adminAuthenticated: "true" },
});

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
