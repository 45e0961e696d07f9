import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { chromium as playwright } from "playwright-core";
import { chromium } from "../chromium.ts";
import { CHROMIUM_FLAGS } from "../screens/browser.ts";

export async function signInProfile(siteUrl: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const context = await playwright.launchPersistentContext(folder, {
    executablePath: chromium(),
    args: [...CHROMIUM_FLAGS],
  });
  const page = await context.newPage();
  const password = `Aa1-${randomBytes(12).toString("hex")}`;
  await page.goto(`${siteUrl}/signup`);
  await page.getByLabel("Email").fill(`bench-${Date.now()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/dashboard");
  await context.close();
}
