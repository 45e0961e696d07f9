import * as z from "zod/mini";
import content from "./material.json" with { type: "json" };

/** The features with a card on the landing page, each with its own picture. */
export const FEATURE_IDS = ["script", "voice", "music", "cut", "search", "schedule"] as const;
export type FeatureId = (typeof FEATURE_IDS)[number];

const MAX_FIGURES = 4;

/** A file in web/material. */
const file = (...kinds: string[]) =>
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^[\\w-]+\\.(?:${kinds.join("|")})$`),
        `name a file in web/material that ends in .${kinds.join(" or .")}, with letters, digits, - and _`,
      ),
    );
const Words = z.string().check(z.trim(), z.minLength(1, "write at least one word"));
const BEGINS = "write an address that begins with https://";
/** A browser would read `https:site.example` as a page of this site. */
const Address = z.url(BEGINS).check(z.startsWith("https://", BEGINS));
const Day = z.iso.date("write a day, such as 2026-11-30");
const Picture = z.strictObject({
  file: file("jpg", "png", "webp"),
  /** What the picture shows, for people who do not see it. */
  alt: Words,
});

const Film = z
  .strictObject({
    file: z.optional(file("mp4", "webm")),
    /** A page with the film on another site. Visitors leave for it; nothing of that site is loaded here. */
    address: z.optional(Address),
    captions: z.optional(file("vtt")),
    poster: file("jpg", "png", "webp"),
    /** `from` is in seconds. */
    chapters: z._default(
      z.array(z.strictObject({ name: Words, from: z.number().check(z.gte(0, "start at 0 or later")) })),
      [],
    ),
  })
  .check(
    z.refine((film) => (film.file === undefined) !== (film.address === undefined), {
      message: "name either a file or an address",
    }),
    z.refine((film) => film.file === undefined || film.captions !== undefined, {
      path: ["captions"],
      message: "a film in a file needs captions",
    }),
    z.refine(({ chapters }) => chapters.every(({ from }, at) => from > (chapters[at - 1]?.from ?? -1)), {
      path: ["chapters"],
      message: "order the chapters by their start",
    }),
  );

/** The seller's real material. Where a part is missing, pages show a drawing or nothing. */
export const Material = z.strictObject({
  film: z.nullable(Film),
  pictures: z.partialRecord(z.enum(FEATURE_IDS), Picture),
  people: z.array(z.strictObject({ name: Words, channel: Words, link: Address, quote: z.optional(Words) })),
  founder: z.nullable(
    z.strictObject({ name: Words, text: Words, link: z.optional(Address), picture: z.optional(Picture) }),
  ),
  figures: z
    .array(z.strictObject({ figure: Words, label: Words, measured: Day }))
    .check(z.maxLength(MAX_FIGURES, `name at most ${MAX_FIGURES} figures`)),
});
export type Material = z.output<typeof Material>;
type Content = z.input<typeof Material>;

/** The file as written. The build of the site checks it (web/material.ts). */
export const CONTENT: Content = content;

export function missingFrom({ film, pictures, people, founder, figures }: Content): readonly string[] {
  const undrawn = FEATURE_IDS.filter((id) => pictures[id] === undefined);
  return [
    ...(film === null ? ["A demo film, with captions, a poster and chapters"] : []),
    ...(film?.file !== undefined && !film.chapters?.length ? ["Chapters of the demo film"] : []),
    ...(undrawn.length > 0 ? [`Pictures of these features: ${undrawn.join(", ")}`] : []),
    ...(people.length === 0 ? ["People who use the application, with name, channel and link"] : []),
    ...(founder === null ? ["The founder, for the About page"] : []),
    ...(figures.length === 0 ? ["Measured figures, each with its day"] : []),
  ];
}
