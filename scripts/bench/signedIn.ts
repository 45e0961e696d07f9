import { randomBytes } from "node:crypto";
import { type BrowserContext, chromium as playwright } from "playwright-core";
import { chromium } from "../chromium.ts";
import { CHROMIUM_FLAGS } from "../screens/browser.ts";

/** A browser with a new account's session, which Lighthouse reaches by its port. */
export async function signedInBrowser(
  siteUrl: string,
  folder: string,
  debugPort: number,
): Promise<BrowserContext> {
  const context = await playwright.launchPersistentContext(folder, {
    executablePath: chromium(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${debugPort}`],
  });
  const page = await context.newPage();
  const password = `Aa1-${randomBytes(12).toString("hex")}`;
  await page.goto(`${siteUrl}/signup`);
  await page.getByLabel("Email").fill(`bench-${Date.now()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/dashboard");
  await page.close();
  return context;
}
