import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PRICES_READ, PROVIDER_PRICES } from "#shared/material/providerPrices.ts";
import { Calculator } from "../../../web/src/public/plans/Calculator.tsx";
import { costSentence, videoCost } from "../../../web/src/public/plans/videoCost.ts";
import { render } from "../../../web/src/public/render.tsx";
import { wordsOf } from "../../support/rendered.ts";

const VIDEO = { articleWords: 1200, minutes: 3 };
const PRICES = { read: 2, written: 10, spoken: 0.2, piece: 0.05 };
const shown = (props: object) =>
  wordsOf(renderToStaticMarkup(createElement(Calculator, props)).replaceAll("<!-- -->", ""));

test("a video costs its tokens read and written, its spoken characters, and a piece of music", () => {
  // 1,600 tokens read and 600 written; 450 words of 6 characters.
  expect(videoCost(VIDEO, PRICES)?.text).toBeCloseTo(0.0032 + 0.006);
  expect(videoCost(VIDEO, PRICES)?.voice).toBeCloseTo(0.54);
  expect(costSentence(VIDEO, PRICES)).toBe(
    "A video costs $0.60: text less than $0.01, voice $0.54, music $0.05.",
  );
});

test("without one of its numbers, the calculator gives no cost, but a price of zero counts", () => {
  expect(costSentence(VIDEO, { ...PRICES, piece: undefined })).toContain("Fill in every number");
  expect(costSentence({ ...VIDEO, minutes: undefined }, PRICES)).toContain("Fill in every number");
  expect(costSentence(VIDEO, { ...PRICES, piece: 0 })).toContain("music $0.00");
});

test("the date of the list prices is set if there is a list price, and only then", () => {
  const isListed = PROVIDER_PRICES.some(({ usd }) => usd !== undefined);
  expect(PRICES_READ !== undefined).toBe(isListed);
});

test("the calculator names the day of its prices, or asks the visitor to type prices", () => {
  expect(shown({ prices: PRICES, read: "2026-11-30" })).toMatch(
    /from November 30, 2026[\s\S]*A video costs \$0\.60/,
  );
  expect(shown({ prices: { ...PRICES, read: undefined }, read: undefined })).toMatch(
    /Type their prices[\s\S]*Fill in every number/,
  );
});

test("the pricing page has the calculator, with six fields for numbers", () => {
  const { html } = render("/pricing");
  expect(html).toContain("data-calculator");
  expect(html.match(/<input [^>]*type="number"/g)).toHaveLength(6);
});
