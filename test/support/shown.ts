import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { browser } from "./browser.ts";
import { clearFaults, injectFault, settle } from "./control.ts";
import { admittedOperator } from "./enter.ts";

/** All text on the screen except ages, durations, and mails in the timeline, which are sent later. */
async function shownOn(page: Page): Promise<string[]> {
  const text = await page.locator("body").evaluate((body) => {
    const textsOf = (query: string) =>
      [...body.querySelectorAll<HTMLElement>(query)].map(({ innerText }) => innerText);
    const mails = textsOf("[aria-label=Timeline] > li").filter((entry) => entry.includes("Resend"));
    return mails.reduce((text, mail) => text.replace(mail, ""), textsOf("#rail, main").join("\n"));
  });
  return text
    .split("\n")
    .map((line) => line.replaceAll(/\b(now|(\d+ (second|minute)s? ago))\b/g, "just now").trim())
    .map((line) => line.replace(/\d+:\d\d:\d\d( \(\d+ days?\))?$/, "soon"))
    .filter((line) => line !== "");
}

/** An operator's act on a page, and the toast that follows. */
type Step = { path: string; act: (page: Page) => Promise<void>; says: string };

/**
 * Lets an operator act on an open page while the streams are paused. Then a second page is opened after the streams
 * have caught up, and both pages are compared.
 */
export async function deskOf(
  visit: ReturnType<typeof browser>["visit"],
): Promise<(step: Step) => Promise<void>> {
  const { page, context } = await visit({ as: await admittedOperator() });
  const truth = await context.newPage();
  return async ({ path, act, says }) => {
    await page.goto(path);
    await page.locator("main table, main form, main dl").first().waitFor();
    await injectFault({ service: "dynamodb", mode: "refuse", function: "insights/project" });
    try {
      await act(page);
      await page.getByRole("region", { name: "Notifications" }).getByText(says).waitFor();
      const shown = (await shownOn(page)).join("\n");
      await clearFaults();
      await settle();
      await truth.goto(page.url());
      await expect
        .poll(async () => (await shownOn(truth)).join("\n"), { message: `${path}: ${says}` })
        .toBe(shown);
      // The page shows the same when it reads again.
      await expect.poll(async () => (await shownOn(page)).join("\n")).toBe(shown);
    } finally {
      await clearFaults();
    }
  };
}

export const button = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();
/** Presses a button and confirms. */
export const confirm =
  (name: string, then = name) =>
  async (page: Page) => {
    await button(name)(page);
    await page.locator("dialog[open]").getByRole("button", { name: then, exact: true }).click();
  };
