import { createElement } from "react";
import { afterAll, describe, expect, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { NOT_FOUND_PAGE } from "#shared/site.ts";
import { inMoney } from "#shared/words.ts";
import { Pricing } from "../../../web/src/public/landing/Pricing.tsx";
import { render } from "../../../web/src/public/render.tsx";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const catalog = vi.hoisted(() => ({ lifetime: {} as { enabled: boolean } }));
vi.mock("#shared/catalog/catalog.ts", async (original) => {
  const real = await original<typeof import("#shared/catalog/catalog.ts")>();
  catalog.lifetime = { ...real.CATALOG.lifetime };
  return { ...real, CATALOG: { ...real.CATALOG, lifetime: catalog.lifetime } };
});
afterAll(() => vi.restoreAllMocks());

const words = wordsOf(render("/").html);

describe("the landing page", () => {
  test("has Features, Pricing, Reviews, a Download menu, Sign In and Get Started on top", () => {
    for (const name of [
      "Features",
      "Pricing",
      "Reviews",
      "Download",
      "Windows",
      "macOS",
      "Sign In",
      "Get Started",
    ])
      expect(words.slice(0, words.indexOf("Start Free Trial"))).toContain(name);
    expect(render("/").html).toMatch(/<a [^>]*href="\/signup"[^>]*>Get Started/);
  });

  test("lists the eight features of a plan", () => {
    expect(words).toContain(
      [
        "AI-powered script generation",
        "Automated voice synthesis",
        "Video compilation from articles",
        "Desktop application included",
        "24/7 customer support",
        "Priority processing",
        "Advanced analytics",
        "Custom branding options",
      ].join("\n"),
    );
  });

  test("describes the plans on sale with their prices, and hides the plans that an operator can switch on", () => {
    const { html } = render("/");
    for (const plan of [
      "Free key\n$0.00, no card",
      `Monthly\n${inMoney(CATALOG.monthly.price)} per month`,
      `Lifetime\n${inMoney(CATALOG.lifetime.price)} once`,
    ])
      expect(words).toContain(plan);
    for (const sold of ["trial_days", "yearly", "teams"])
      expect(html).toMatch(new RegExp(`<li data-sold="${sold}" hidden=""`));
    expect(words.match(/Get Lifetime Access/g)).toHaveLength(1);
  });

  test("mentions the system status only after the questions", () => {
    expect(words.indexOf("System status")).toBeGreaterThan(words.indexOf("Questions and answers"));
  });

  test("has Sign Up and Learn More above a footer with Product, Support and Company", () => {
    expect(words).toMatch(/Sign Up\nLearn More[\s\S]*\nProduct\n[\s\S]*\nSupport\n[\s\S]*\nCompany\n/);
  });

  test("has three reviews with five stars each", () => {
    expect(
      render("/").html.match(/aria-label="[^"]*5[^"]*stars?[^"]*"|5 out of 5|Five stars/gi),
    ).toHaveLength(3);
  });
});

test("the price cards offer the lifetime license only while it is enabled", async () => {
  const shown = () => htmlOf(createElement(Pricing));
  expect(await shown()).toContain("Get Lifetime Access");
  catalog.lifetime.enabled = false;
  const without = await shown();
  catalog.lifetime.enabled = true;
  expect(without).not.toContain("Get Lifetime Access");
  expect(without).toContain("Start Subscription");
});

test("an unknown path shows the landing page below a notice, and search engines do not index it", () => {
  const page = render(NOT_FOUND_PAGE);
  expect(wordsOf(page.html)).toMatch(/There is no page at this address\n[\s\S]*Start Free Trial/);
  expect(page.indexed).toBe(false);
});
