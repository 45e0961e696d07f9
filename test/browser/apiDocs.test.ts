import { expect, test } from "vitest";
import { DOCS_PATH } from "#shared/site.ts";
import { browser, expectAccessible, expectNoSidewaysScroll } from "../support/browser.ts";

const { visit } = browser();

test("the API documentation passes axe in both themes, without sideways scroll", async () => {
  const { page } = await visit();
  await page.goto(DOCS_PATH);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 360, height: 900 });
  await expectNoSidewaysScroll(page);
  // All calls have the same markup, so six are enough.
  await page.locator("main article").evaluateAll((all) => {
    for (const call of all.slice(6)) call.remove();
  });
  await expectAccessible(page);
});

test("the API documentation lists no operator calls, and its skip link appears when it has the focus", async () => {
  const { page } = await visit();
  await page.goto(DOCS_PATH);
  const calls = page.getByRole("navigation", { name: "Calls" });
  expect(await calls.getByRole("link", { name: "Suspend user" }).count()).toBe(0);
  const skip = page.getByRole("link", { name: "Skip to content" });
  const isInView = () => skip.evaluate((link) => link.getBoundingClientRect().bottom > 0);
  expect(await isInView()).toBe(false);
  await page.keyboard.press("Tab");
  expect(await isInView()).toBe(true);
});

test("a link in the list of calls scrolls to its call", async () => {
  const { page } = await visit();
  await page.goto(DOCS_PATH);
  await page.getByRole("navigation", { name: "Calls" }).getByRole("link", { name: "Swap seat" }).click();
  await page.waitForURL(`**${DOCS_PATH}#licenses-swapSeat`);
  await expect
    .poll(() =>
      page.getByRole("heading", { name: "Swap seat" }).evaluate((it) => it.getBoundingClientRect().top),
    )
    .toBeLessThan(400);
});
