import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { CATALOG, percentOff } from "#shared/catalog/catalog.ts";
import { SELLER } from "#shared/seller.ts";
import { API_PATH, PRERENDERED_PATHS } from "#shared/site.ts";
import { inMoney } from "#shared/words.ts";
import { DELETED_TRAIL_DAYS, LOG_DAYS, TRAIL_DAYS } from "../../../infra/buckets.ts";
import { API_STAGE } from "../../../infra/gate.ts";
import { STAGE_SETTINGS } from "../../../infra/stages.ts";
import { PUBLIC_PAGES } from "../../../web/src/public/pages.tsx";
import { render } from "../../../web/src/public/render.tsx";

/** The paths without those that repeat another page. */
const ADDRESSES = PRERENDERED_PATHS.filter((path) => PUBLIC_PAGES[path]?.canonical === path);
const textOf = (path: string): string => render(path).html.replaceAll("<!-- -->", "");

test("every prerendered path has a page, and every page has a prerendered path", () => {
  expect(Object.keys(PUBLIC_PAGES).sort()).toEqual([...PRERENDERED_PATHS].sort());
});

test("rendering a path without a page fails with the path", () => {
  expect(() => render("/nowhere")).toThrow("/nowhere");
});

test("the pages call the API at the gateway's path", () => {
  expect(API_PATH).toBe(`/${API_STAGE}`);
});

describe.each(PRERENDERED_PATHS)("%s", (path) => {
  const page = render(path);
  test("has one main heading, and a title and a description that fit into search results", () => {
    expect(page.html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(page.title.length).toBeLessThanOrEqual(70);
    expect(page.description.length).toBeGreaterThan(50);
    expect(page.description.length).toBeLessThanOrEqual(160);
  });
  test("needs no exception in the Content-Security-Policy", () => {
    expect(page.html).not.toMatch(/\sstyle=|<style|<script|\son\w+=/);
  });
  test("links to every page of the footer", () => {
    for (const target of ["/api", "/automation", "/status", "/about", "/privacy", "/terms"])
      expect(page.html).toContain(`href="${target}"`);
  });
});

test("every page has its own preview picture", () => {
  const pictures = ADDRESSES.map((path) => new URL(render(path).picture).pathname);
  expect(new Set(pictures).size).toBe(pictures.length);
  for (const picture of pictures)
    expect(existsSync(join(import.meta.dirname, "../../../web/static", picture)), picture).toBe(true);
});

const inUnits = (cents: number) => (cents / 100).toFixed(2);

test("the structured data of the pricing page has prices and the seller, and no page claims a rating", () => {
  const data = JSON.stringify(render("/pricing").facts);
  expect(data).toContain(SELLER.entity);
  expect(data).toMatch(
    new RegExp(`"price":"${inUnits(CATALOG.monthly.price)}".*"price":"${inUnits(CATALOG.lifetime.price)}"`),
  );
  for (const path of PRERENDERED_PATHS)
    expect(JSON.stringify(render(path).facts)).not.toMatch(/aggregateRating|"Review"/);
});

test("the pricing page names the seller, the guarantee, and what happens if the company closes", () => {
  const html = textOf("/pricing");
  for (const words of [
    SELLER.entity,
    SELLER.tax,
    "30-day guarantee",
    "six months",
    "Receipts",
    "Security",
    "Updates",
  ])
    expect(html).toContain(words);
});

test("every page has a different title", () => {
  const titles = ADDRESSES.map((path) => render(path).title);
  expect(new Set(titles).size).toBe(titles.length);
});

test.each([
  ["/terms-and-conditions", "/terms"],
  ["/features", "/automation"],
])("%s shows the same page as %s, which is its canonical URL", (path, canonical) => {
  expect(render(path)).toEqual(render(canonical));
  expect(render(path).url).toBe(BRAND.siteUrl + canonical);
});

test.each(["/privacy", "/terms", "/about"])("%s has its date, the support contact and the chat", (path) => {
  expect(textOf(path)).toContain("September 19, 2025");
  expect(textOf(path)).toContain(`mailto:${BRAND.supportEmail}`);
  expect(textOf(path)).toContain(BRAND.chatUrl);
});

test("/privacy says how long logs are kept, and that video titles are stored", () => {
  expect(STAGE_SETTINGS.prod.logRetentionDays).toBe(365);
  expect(textOf("/privacy")).toContain("logs: one year");
  expect([LOG_DAYS, TRAIL_DAYS + DELETED_TRAIL_DAYS]).toEqual([90, 455]);
  expect(textOf("/privacy")).toMatch(
    /this site, 90 days; requests that our firewall refused, one\s+year; .*, including sign-ins, up to 15 months/,
  );
  expect(textOf("/privacy")).toMatch(/Activity<\/strong>: [^.]*\btitle\b/);
});

test.each(["/privacy", "/terms"])("%s gives the minimum age", (path) => {
  expect(textOf(path)).toContain("at least 13 years old");
});

test("the terms promise a refund within 30 days, and a cancellation at any time", () => {
  expect(textOf("/terms")).toContain("full refund within 30 days of your first payment");
  expect(textOf("/terms")).toContain("Cancel any time");
});

test("the automation page has the six steps in their order", () => {
  const steps = [...textOf("/automation").matchAll(/<h2[^>]*>(?:<span[^>]*>\d<\/span>)?([^<]+)/g)].map(
    ([, name]) => name,
  );
  expect(steps.slice(0, 6)).toEqual(["Article", "Script", "Voice", "Music", "Video", "Publish"]);
  expect(textOf("/automation")).toContain("See plans and prices");
});

test("the integrations page says at which providers a customer creates a key", () => {
  for (const name of ["OpenAI", "ElevenLabs", "Suno"])
    expect(textOf("/api")).toContain(`Create a key at ${name}`);
});

test("before the first answer, the status page names its services, and does not claim that all work", () => {
  const html = textOf("/status");
  expect(html).not.toContain("All systems operational");
  for (const words of [
    "System Status",
    "Refresh",
    "Checking the status",
    "Text generation",
    "Music generation",
    "Voice synthesis",
    "Operational",
    "Degraded",
    "Outage",
  ])
    expect(html).toContain(words);
});

test("the landing page has its prices, discounts and buttons without a script", () => {
  const html = textOf("/");
  for (const text of [
    ...[CATALOG.monthly, CATALOG.lifetime].flatMap((product) => [
      inMoney(product.price),
      `${percentOff(product)}% OFF`,
    ]),
    "Most Popular",
    "Limited Offer",
  ])
    expect(html).toContain(text);
  for (const text of ["Start Subscription", "Get Lifetime Access", "Start Free Trial", "Watch Demo (2 min)"])
    expect(html).toContain(text);
});
