import { expect, test } from "vitest";
import { browser } from "../support/browser.ts";

// What the other tests of the browser stand on: they share a profile, and nothing that is in it.
const { visit } = browser();

test("a profile is kept, and nothing that the last visit stored or was given as a cookie", async () => {
  const [first, other] = [await visit(), await visit()];
  await other.leave();
  await first.page.goto("/login");
  await first.page.evaluate(() => {
    localStorage.setItem("left", "behind");
    sessionStorage.setItem("left", "behind");
    // biome-ignore lint/suspicious/noDocumentCookie: as a site of that time would.
    document.cookie = "left=behind";
    window.name = "left";
  });
  // The page does not wait until a cookie that it sets is stored.
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
    // The empty page and this one.
    history.length,
  ]);
  expect(left).toEqual([null, null, "", "", 2]);
});
