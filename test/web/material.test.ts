import { expect, test } from "vitest";
import { missingFrom } from "#shared/material/material.ts";
import { SITE_FILES } from "#shared/site.ts";
import { readMaterial } from "../../web/material.ts";
import { sizeOf } from "../../web/pictureSize.ts";
import { MADE_UP, madeUp } from "../support/material.ts";

const EMPTY = { film: null, pictures: {}, people: [], founder: null, figures: [] };

test("the site's own content file is valid and names existing files", () => {
  expect(() => readMaterial()).not.toThrow();
});

test("every file gets an address that the site serves", () => {
  const addresses = [...madeUp().files.keys()];
  expect(addresses).toHaveLength(10);
  for (const address of addresses) expect(address).toMatch(SITE_FILES);
});

test("a picture's size comes from its file", () => {
  expect(madeUp().shown.pictures.script).toMatchObject({ width: 1280, height: 672 });
  const png = Buffer.from("89504e470d0a1a0a0000000d4948445200000500000002a0", "hex");
  const jpeg = Buffer.from("ffd8ffe000040000ffc2000b0802a0050001", "hex");
  const webp = (kind: string, rest: string) =>
    Buffer.concat([Buffer.from(`RIFF____WEBP${kind}`), Buffer.from(rest, "hex")]);
  const lossless = webp("VP8L", "000000002fffc4a70000");
  const extended = webp("VP8X", "0a00000000000000ff04009f0200");
  for (const file of [png, jpeg, lossless, extended])
    expect(sizeOf(file)).toEqual({ width: 1280, height: 672 });
});

test.each([
  [{ film: { poster: "poster.webp" } }, "film: name either a file or an address"],
  [
    { film: { ...MADE_UP.film, address: "https://films.example/1" } },
    "film: name either a file or an address",
  ],
  [{ film: { file: "film.mp4", poster: "poster.webp" } }, "film.captions: a film in a file needs captions"],
  [{ film: { ...MADE_UP.film, file: "gone.mp4" } }, "film.file: gone.mp4: ENOENT"],
  [{ film: { ...MADE_UP.film, file: "../film.mp4" } }, "film.file: name a file in web/material"],
  [{ film: { ...MADE_UP.film, poster: "film.mp4" } }, "film.poster: name a file in web/material"],
  [
    { film: { ...MADE_UP.film, chapters: [MADE_UP.film.chapters[1], MADE_UP.film.chapters[0]] } },
    "film.chapters: order the chapters by their start",
  ],
  [
    { pictures: { script: { file: "script.webp", alt: " " } } },
    "pictures.script.alt: write at least one word",
  ],
  [{ pictures: { scripts: MADE_UP.pictures.script } }, "pictures: "],
  [{ people: [{ name: "A", channel: "B", link: "http://a.example" }] }, "people.0.link: write an address"],
  [{ people: [{ name: "A", channel: "B", link: "https:a.example" }] }, "people.0.link: write an address"],
  [{ people: [{ name: "A", channel: "B" }] }, "people.0.link: "],
  [{ founder: { name: "A" } }, "founder.text: "],
  [{ figures: [{ figure: "1", label: "b", measured: "today" }] }, "figures.0.measured: write a day"],
  [{ reviews: [] }, 'Unrecognized key: "reviews"'],
])("%j stops the build with the name of the field", (changed, line) => {
  expect(() => madeUp(changed)).toThrow(line);
});

test("the list of missing material names what is missing, and is empty once nothing is missing", () => {
  expect(missingFrom(EMPTY)).toHaveLength(5);
  expect(missingFrom({ ...EMPTY, pictures: { script: MADE_UP.pictures.script } })).toContain(
    "Pictures of these features: voice, music, cut, search, schedule",
  );
  expect(missingFrom({ ...MADE_UP, film: { ...MADE_UP.film, chapters: [] } })).toEqual([
    "Chapters of the demo film",
  ]);
  expect(missingFrom(MADE_UP)).toEqual([]);
});
