import { expect, test } from "vitest";
import { FEATURES, STATS, VOICES } from "../../../web/src/public/content.ts";
import { render } from "../../../web/src/public/render.tsx";
import { madeUp } from "../../support/material.ts";
import { wordsOf } from "../../support/rendered.ts";

const { shown } = madeUp();
const landing = render("/", shown).html;
const drawn = render("/").html;
const pictures = (html: string) => html.match(/<img [^>]*>/g) ?? [];

test("without material, the pages have their drawings, and no film, measured figures, channels or founder", () => {
  expect(drawn).toContain("data-tour");
  expect(drawn.match(/viewBox="0 0 320 168"/g)).toHaveLength(FEATURES.length);
  expect(drawn).not.toMatch(/<img|<video|aria-label="Measured"|Channels made with/);
  expect(render("/about").html).not.toContain('id="founder"');
});

test("a film replaces the drawn window, with captions, a poster and chapters, and loads only when it is played", () => {
  expect(landing).toMatch(
    /<video controls="" playsInline="" preload="none"[^>]* src="\/assets\/film-[\w-]{8}\.mp4" poster="\/assets\/poster-\S+ width="1280" height="720"/,
  );
  expect(landing).toMatch(/<track default="" kind="captions" srcLang="en"[^>]* src="\/assets\/captions-/);
  expect(wordsOf(landing)).toContain("0:00\nArticle\n0:04\nScript\n0:08\nVideo");
  expect(landing).toMatch(/href="\/assets\/film-\S+#t=4" data-film="4"/);
  expect(landing).not.toMatch(/data-tour|role="slider"/);
  expect(wordsOf(landing)).toContain("Watch Demo (2 min)");
});

test("a film on another site is a link, and nothing of that site is loaded", () => {
  const film = { address: "https://films.example/watch?v=1", poster: "poster.webp" };
  const { html } = render("/", madeUp({ film }).shown);
  expect(
    html.match(/<a href="https:\/\/films\.example\/watch\?v=1" target="_blank" rel="noreferrer"/g),
  ).toHaveLength(2);
  expect(html).not.toMatch(/<(?:video|iframe|script)|src="https:/);
});

test.each(["/", "/features"])("%s shows the picture of a feature instead of its drawing", (path) => {
  const some = render(path, { ...shown, film: null, pictures: { voice: shown.pictures.voice } }).html;
  expect(pictures(some)).toEqual([
    expect.stringMatching(
      /^<img alt="Made up: three takes of a voice" loading="lazy" decoding="async" src="\/assets\/voice-[\w-]{8}\.webp" width="1280" height="672"/,
    ),
  ]);
  const before = render(path).html.match(/<svg aria-hidden="true" viewBox="0 0 320 /g)?.length ?? 0;
  expect(some.match(/<svg aria-hidden="true" viewBox="0 0 320 /g)).toHaveLength(before - 1);
});

test("people and measured figures appear beside the quotes and figures of the specification", () => {
  const words = wordsOf(landing);
  for (const { quote } of VOICES) expect(words).toContain(quote);
  for (const { figure, label } of STATS) expect(words).toContain(`${label}\n${figure}`);
  expect(words).toContain("Lighthouses of Nowhere\nAda Madeup\nMade up: I publish every Tuesday.");
  expect(words).toContain("made-up videos rendered, measured on November 1, 2026\n1,234");
});

test("the About page shows the founder", () => {
  const { html } = render("/about", shown);
  expect(wordsOf(html)).toContain("Who makes it\nFay Madeup\nMade up: I wrote for newspapers.");
  expect(pictures(html)[0]).toMatch(/width="320" height="400"/);
});
