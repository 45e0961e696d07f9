import { expect, test } from "vitest";
import { DOCS_PATH } from "#shared/site.ts";
import { browser, expectAccessible, expectNoSidewaysScroll } from "../support/browser.ts";

const { visit } = browser();

test.each([
  { dark: false, width: 1280 },
  { dark: true, width: 360 },
])("the page about the API, dark: $dark, $width px: axe finds nothing, nothing sticks out", async (view) => {
  const { page, problems } = await visit(view);
  await page.goto(DOCS_PATH, { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(problems).toEqual([]);
});

test("the operators' calls are not listed, and the skip link shows when it has the focus", async () => {
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

test("a call is found by its link in the list", async () => {
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
