import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { browser } from "./browser.ts";
import { clearFaults, injectFault, settle } from "./control.ts";
import { admittedOperator } from "./enter.ts";

/** Everything on the screen, without how long ago something was or how long it takes. */
async function shownOn(page: Page): Promise<string[]> {
  const text = await page.locator("body").evaluate((body) => {
    const parts = [...body.querySelectorAll<HTMLElement>("#rail, main")];
    return parts.map((part) => part.innerText).join("\n");
  });
  return text
    .split("\n")
    .map((line) => line.replaceAll(/\b(now|(\d+ (second|minute)s? ago))\b/g, "just now").trim())
    .map((line) => line.replace(/\d+:\d\d:\d\d$/, "soon"))
    .filter((line) => line !== "");
}

/** What an operator does on a page, and the toast that follows. */
type Step = { path: string; act: (page: Page) => Promise<void>; says: string };

/**
 * Acts on an open page while the streams stand still, and compares it with one that is opened after they caught up.
 */
export const shows = (visit: ReturnType<typeof browser>["visit"]) =>
  async function expectShown({ path, act, says }: Step): Promise<void> {
    const { page, leave } = await visit({ as: await admittedOperator() });
    await page.goto(path);
    await page.locator("main table, main form, main dl").first().waitFor();
    await injectFault({ service: "dynamodb", mode: "refuse", function: "insights/project" });
    try {
      await act(page);
      await page.getByRole("region", { name: "Notifications" }).getByText(says).waitFor();
      const shown = await shownOn(page);
      const url = page.url();
      await clearFaults();
      await settle();
      const truth = await page.context().newPage();
      await truth.goto(url);
      await expect
        .poll(async () => (await shownOn(truth)).join("\n"), { message: `${path}: ${says}` })
        .toBe(shown.join("\n"));
      // And it stays right when the page reads again.
      await expect.poll(async () => (await shownOn(page)).join("\n")).toBe(shown.join("\n"));
      await truth.close();
    } finally {
      await clearFaults();
      await leave();
    }
  };

export const button = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();
/** Presses a button and confirms. */
export const confirm =
  (name: string, then = name) =>
  async (page: Page) => {
    await button(name)(page);
    await page.locator("dialog[open]").getByRole("button", { name: then, exact: true }).click();
  };
