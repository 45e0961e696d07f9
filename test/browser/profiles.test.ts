import { expect, test } from "vitest";
import { browser } from "../support/browser.ts";

// The browser tests share one profile. Each visit must find it empty.
const { visit } = browser();

test("a second visit uses the browser profile of the first visit, without its storage and cookies", async () => {
  const [first, other] = [await visit(), await visit()];
  await other.leave();
  await first.page.goto("/login");
  await first.page.evaluate(() => {
    localStorage.setItem("left", "behind");
    sessionStorage.setItem("left", "behind");
    // biome-ignore lint/suspicious/noDocumentCookie: a page may set a cookie this way.
    document.cookie = "left=behind";
    window.name = "left";
  });
  // The browser stores a cookie after the assignment has returned.
  await expect.poll(() => first.context.cookies()).toMatchObject([{ name: "left" }]);
  await first.leave();
  const second = await visit();
  expect(second.context).toBe(first.context);
  await second.page.goto("/login");
  const left = await second.page.evaluate(() => [
    localStorage.getItem("left"),
    sessionStorage.getItem("left"),
    document.cookie,
    window.name,
    // The two entries are about:blank and the current page.
    history.length,
  ]);
  expect(left).toEqual([null, null, "", "", 2]);
});
