import { expect, test } from "vitest";
import { FORM_PATHS, PRERENDERED_PATHS } from "#shared/site.ts";
import { browser } from "../support/browser.ts";
import { stack } from "../support/running.ts";

const { visit } = browser();

test("every public page is readable with JavaScript off", async () => {
  const { context } = await visit();
  const still = await context.browser()?.newContext({ baseURL: stack().siteUrl, javaScriptEnabled: false });
  const page = await still?.newPage();
  for (const path of PRERENDERED_PATHS) {
    await page?.goto(path);
    expect(await page?.getByRole("heading", { level: 1 }).count(), path).toBe(1);
    expect((await page?.locator("main").innerText())?.length, path).toBeGreaterThan(200);
  }
  for (const path of FORM_PATHS) {
    await page?.goto(path);
    const notice = await page?.locator("noscript p").boundingBox();
    const form = await page?.locator("form").boundingBox();
    expect(notice?.y, `${path}: the notice is above the form`).toBeLessThan(form?.y ?? 0);
  }
  await still?.close();
});

test("nothing moves for visitors who prefer reduced motion, even if a style has an animation", async () => {
  const { page } = await visit();
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of ["/", "/status", "/login"]) {
    await page.goto(path);
    const moving = await page.evaluate(() => {
      const probe = document.createElement("p");
      probe.style.cssText = "animation: probe 5s infinite; transition: opacity 5s";
      document.body.append(probe);
      const { animationDuration, animationIterationCount, transitionDuration } = getComputedStyle(probe);
      return [animationDuration, animationIterationCount, transitionDuration];
    });
    expect(moving, path).toEqual(["0.001s", "1", "0s"]);
  }
});
