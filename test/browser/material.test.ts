import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { contentSecurityPolicy } from "../../infra/headers.ts";
import { render } from "../../web/src/public/render.tsx";
import { browser, expectToFit } from "../support/browser.ts";
import { MADE_UP, madeUp } from "../support/material.ts";

const { visit } = browser();
const KINDS = { mp4: "video/mp4", vtt: "text/vtt", webp: "image/webp" } as const;
const kindOf = (address: string) =>
  Object.entries(KINDS).find(([ending]) => address.endsWith(ending))?.[1] ?? "";

/** Shows a page as the build renders it with made-up material. @returns the paths of the material that it loads */
async function openWithMaterial(page: Page, path: string, changed = {}): Promise<string[]> {
  const { shown, files } = madeUp(changed);
  const loaded: string[] = [];
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = files.get(pathname);
    if (body !== undefined) {
      loaded.push(pathname);
      const [, from] = /bytes=(\d+)/.exec(route.request().headers().range ?? "") ?? [];
      const range = `bytes ${from}-${body.length - 1}/${body.length}`;
      const part = from === undefined ? {} : { "content-range": range, "accept-ranges": "bytes" };
      return route.fulfill({
        status: from === undefined ? 200 : 206,
        headers: { "content-type": kindOf(pathname), ...part },
        body: body.subarray(Number(from ?? 0)),
      });
    }
    if (pathname !== path) return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    const policy = response.headers()["content-security-policy"] ?? "";
    expect(contentSecurityPolicy(MADE_UP.film)).toContain("media-src 'self'");
    await route.fulfill({
      response,
      headers: { ...response.headers(), "content-security-policy": `${policy}; media-src 'self'` },
      body: html.replace(
        /<div id="root">[\s\S]*<\/div>(?=\s*<\/body>)/,
        () => `<div id="root">${render(path, shown).html}</div>`,
      ),
    });
  });
  await page.goto(path);
  return loaded;
}

test.each(["/", "/about", "/automation"])(
  "%s with a film, quotes and figures passes axe, without sideways scroll",
  async (path) => {
    const { page } = await visit();
    await openWithMaterial(page, path);
    await expectToFit(page);
  },
);

test("words that are wider than a phone do not widen the landing page", async () => {
  const { page } = await visit();
  const long = "Donaudampfschifffahrtsgesellschaft".repeat(3);
  await openWithMaterial(page, "/", {
    film: { ...MADE_UP.film, chapters: [{ name: long, from: 0 }] },
    people: [{ name: long, channel: long, link: "https://channel.example", quote: long }],
    figures: [{ figure: long, label: long, measured: "2026-11-01" }],
  });
  await expectToFit(page);
});

test("a chapter's link plays the film on the same page from the chapter's start, and the film loads only then", async () => {
  const { page } = await visit();
  const loaded = await openWithMaterial(page, "/");
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((address) => address.endsWith(".mp4"))).toEqual([]);
  await page.getByRole("list", { name: "Chapters" }).getByRole("link", { name: "Script" }).click();
  const time = () => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(time).toBeGreaterThanOrEqual(4);
  expect(new URL(page.url()).pathname).toBe("/");
});

test("the calculator computes while a visitor types", async () => {
  const { page } = await visit();
  await page.goto("/pricing");
  const result = page.getByRole("status").filter({ hasText: "what a video costs" });
  await result.waitFor();
  for (const [label, price] of [
    ["Text, per million tokens read", "2"],
    ["Text, per million tokens written", "10"],
    ["Voice, per 1,000 characters", "0.2"],
    ["Music, per piece", "0.05"],
  ] as const)
    await page.getByLabel(label).fill(price);
  await page.getByText("A video costs $0.60: text less than $0.01, voice $0.54, music $0.05.").waitFor();
});

test.each(["/", "/automation"])("the drawings of %s are readable on a phone", async (path) => {
  const { page } = await visit();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
  const words = await page.locator("main svg.desk text").evaluateAll((texts) =>
    texts.map((text) => {
      const frame = text.closest("svg")?.getBoundingClientRect();
      const { left, right } = text.getBoundingClientRect();
      return {
        words: text.textContent,
        pixels: Number.parseFloat(getComputedStyle(text).fontSize) * ((frame?.width ?? 0) / 320),
        isInside: left >= (frame?.left ?? 0) && right <= (frame?.right ?? 0),
      };
    }),
  );
  expect(words.length).toBeGreaterThan(40);
  expect(words.filter(({ pixels, isInside }) => pixels < 11 || !isInside)).toEqual([]);
});
