import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Stage } from "../../../web/src/public/tour/pictures/Stage.tsx";
import { CHAPTERS, LENGTH } from "../../../web/src/public/tour/script.ts";

const FRAME = 480 * 270;

type Shown = { letters: number; area: number };

/** The visible parts of a picture: the letters of its texts, and the area of its sheets and films. */
function shownAt(time: number): Shown {
  const shown: Shown = { letters: 0, area: 0 };
  const opacities = [1];
  for (const [, closing, name, attributes = "", empty, text = ""] of renderToStaticMarkup(
    createElement(Stage, { time }),
  ).matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>([^<]*)/g)) {
    const number = (key: string, otherwise: number): number =>
      Number(new RegExp(` ${key}="([^"]+)"`).exec(attributes)?.[1] ?? otherwise);
    if (closing) opacities.pop();
    else opacities.push((opacities.at(-1) ?? 1) * number("opacity", 1));
    if ((opacities.at(-1) ?? 1) >= 0.5) {
      shown.letters += text.trim().length;
      if (!closing && (name === "rect" || (name === "svg" && opacities.length > 2)))
        shown.area += number("width", 0) * number("height", 0);
    }
    if (empty) opacities.pop();
  }
  return shown;
}

test("no frame is nearly empty, even at the start of a chapter", () => {
  const moments = Array.from({ length: LENGTH * 4 + 1 }, (_, at) => at / 4);
  for (const time of [...moments, ...CHAPTERS.map(({ from }) => from)]) {
    const { letters, area } = shownAt(time);
    expect(letters, `letters at ${time} s`).toBeGreaterThanOrEqual(20);
    expect(area / FRAME, `area at ${time} s`).toBeGreaterThanOrEqual(0.3);
  }
});
