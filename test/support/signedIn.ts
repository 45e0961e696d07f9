import type { Page } from "playwright-core";
import type { StackFile } from "../../local/stackFile.ts";
import { PASSWORD } from "./people.ts";

/** Signs in at the page, as a person does. */
export async function signInAt(
  page: Page,
  { email, password }: StackFile["customer"] | { email: string; password?: string },
): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password ?? PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/dashboard**");
}
