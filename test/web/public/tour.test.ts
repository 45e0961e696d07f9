import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { ramp } from "../../../web/src/public/tour/pictures/ease.ts";
import { typed, wrap } from "../../../web/src/public/tour/pictures/letters.ts";
import { Stage } from "../../../web/src/public/tour/pictures/Stage.tsx";
import {
  CAPTIONS,
  CHAPTERS,
  captionAt,
  chapterAt,
  clock,
  LENGTH,
  stillOf,
} from "../../../web/src/public/tour/script.ts";

test("the tour lasts two minutes", () => {
  expect(clock(LENGTH)).toBe("2:00");
});

test("the tour shows the steps from the article to the published video", () => {
  expect(CHAPTERS.map(({ name }) => name)).toEqual([
    "Article",
    "Script",
    "Voice",
    "Music",
    "Video",
    "Publish",
  ]);
  expect(chapterAt(0)).toBe(0);
  expect(chapterAt(LENGTH)).toBe(CHAPTERS.length - 1);
});

describe("the captions", () => {
  test("stay long enough to read, and one begins with each chapter", () => {
    CAPTIONS.forEach(({ from, text }, at) => {
      const until = CAPTIONS[at + 1]?.from ?? LENGTH;
      // A comfortable reading speed is eighteen letters a second.
      expect(until - from, text).toBeGreaterThanOrEqual(text.length / 18);
    });
    for (const { from } of CHAPTERS) expect(CAPTIONS.map((caption) => caption.from)).toContain(from);
  });
  test("each have a still picture that shows the same caption and chapter", () => {
    CAPTIONS.forEach(({ from }, at) => {
      expect(captionAt(stillOf(from))).toBe(at);
      expect(chapterAt(stillOf(from))).toBe(chapterAt(from));
    });
  });
});

test("the picture of a time is always the same, and differs between one caption and the next", () => {
  const at = (time: number): string => renderToStaticMarkup(createElement(Stage, { time }));
  expect(at(30)).toBe(at(30));
  const stills = CAPTIONS.map(({ from }) => at(stillOf(from)));
  stills.slice(1).forEach((still, before) => {
    expect(still, CAPTIONS[before + 1]?.text).not.toBe(stills[before]);
  });
});

test("the tour never draws an invalid number", () => {
  for (let time = 0; time <= LENGTH; time += 0.5)
    expect(renderToStaticMarkup(createElement(Stage, { time }))).not.toMatch(/NaN|Infinity|undefined/);
});

test("the drawing helpers compute fades, partly typed text and line breaks", () => {
  expect([ramp(0, 1, 2), ramp(1.5, 1, 2), ramp(9, 1, 2)]).toEqual([0, 0.5, 1]);
  expect(typed("abcd", 0.5)).toBe("ab");
  expect(wrap("one two three four", 9)).toEqual(["one two", "three", "four"]);
});
