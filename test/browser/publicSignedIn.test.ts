import { beforeAll, describe, expect, test } from "vitest";
import { browser, expectFocus, expectNone, openSettled, type Visit } from "../support/browser.ts";
import { signInPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";

const { visit } = browser();

describe("a visitor who is signed in", () => {
  let member: Visit;
  beforeAll(async () => {
    member = await visit({ as: await signInPerson(stack().customer.email, stack().customer.password) });
  });

  test("is redirected from the landing page to the dashboard", async () => {
    await member.page.goto("/");
    await member.page.waitForURL("**/dashboard");
  });

  test("can open a section of the landing page, which has Dashboard in place of Sign In and Get Started", async () => {
    const { page } = member;
    await page.goto("/#pricing");
    const nav = page.getByRole("navigation", { name: "Main" });
    await nav.getByRole("link", { name: "Dashboard" }).waitFor();
    await expectNone(nav.getByRole("link", { name: /Sign In|Get Started/ }));
  });

  test("is redirected from the sign-up page to the dashboard", async () => {
    const { page } = member;
    await openSettled(page, "/#pricing");
    await page.getByRole("link", { name: "Start Free Trial" }).click();
    await page.waitForURL("**/dashboard");
  });
});

describe("a visitor", () => {
  test("can open, use and close the Download menu by keyboard", async () => {
    const { page } = await visit();
    await page.goto("/");
    const button = page.getByRole("button", { name: "Download" });
    await button.focus();
    const windows = page.locator("#downloads").getByRole("link", { name: /Windows/ });
    // The page replays early clicks after its scripts have loaded, but not early keys.
    await expect
      .poll(async () => {
        await page.keyboard.press("ArrowDown");
        return windows.isVisible();
      })
      .toBe(true);
    await expectFocus(windows);
    expect(await windows.getAttribute("href")).toMatch(/^\/downloads\//);
    await page.keyboard.press("Escape");
    await expect.poll(() => button.getAttribute("aria-expanded")).toBe("false");
    await expectFocus(button);
  });

  test("finds every entry in the mobile menu, and Escape closes it", async () => {
    const { page } = await visit({ width: 360 });
    await page.goto("/");
    await page.getByRole("button", { name: "Open menu" }).click();
    const menu = page.locator("#mobile-menu");
    for (const name of ["Features", "Pricing", "Reviews", "Sign In", "Get Started"])
      await menu.getByRole("link", { name, exact: true }).waitFor();
    await menu.getByRole("link", { name: /macOS/ }).waitFor();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
  });

  test("who prefers reduced motion sees changes without a transition", async () => {
    const { page } = await visit();
    await page.goto("/");
    const { fading, reached } = await page.evaluate(() => {
      const root = document.documentElement;
      const color = () => getComputedStyle(document.querySelector("main a[href]") ?? root).color;
      const before = color();
      root.classList.toggle("dark");
      const after = color();
      return { fading: document.getAnimations().length, reached: after !== before };
    });
    expect({ fading, reached }).toEqual({ fading: 0, reached: true });
  });

  test("gets the system theme until they choose one, which the browser then keeps", async () => {
    const { page } = await visit({ dark: true });
    const isDark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
    await page.goto("/");
    await expect.poll(isDark).toBe(true);
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("theme"))).toBe("light");
    await page.goto("/about");
    await expect.poll(isDark).toBe(false);
  });

  test("sees the answer to only one of the landing page's questions at a time", async () => {
    const { page } = await visit();
    await page.goto("/");
    const open = page.locator("#questions details[open]");
    expect(await open.count()).toBe(1);
    await page.getByText("How do I cancel?").click();
    await open.getByText("we do not charge you again").waitFor();
    await expect.poll(() => open.count()).toBe(1);
  });
});
