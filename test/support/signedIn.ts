import type { Page } from "playwright-core";
import type { StackFile } from "../../local/stackFile.ts";
import { PASSWORD } from "./people.ts";

type Known = StackFile["customer"] | { email: string; password?: string };

/** Opens the sign-in page and signs in there, as a person does. */
export async function signInAt(page: Page, person: Known): Promise<void> {
  await page.goto("/login");
  await fillInSignIn(page, person);
  await page.waitForURL("**/dashboard**");
}

export async function fillInSignIn(page: Page, { email, password }: Known): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password ?? PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
