import type { Release } from "#shared/releaseCatalog.ts";

/** Releases from before the catalog. Publishing one of these versions adds its files. */
export const HISTORY: readonly Release[] = [
  past("0.3.0", "2025-09-08", [
    "The storyboard and the article scroll together, so a scene is always beside its sentence.",
    "Music volume drops automatically under speech.",
  ]),
  past("0.2.0", "2025-09-01", [
    "Publish at a time of your choice.",
    "Suggestions for titles, descriptions and tags.",
  ]),
  past("0.1.0", "2025-08-25", ["The first release: script, voice, music and cut from one article."]),
];

function past(version: string, day: string, notes: string[]): Release {
  const releasedAt = `${day}T00:00:00.000Z`;
  return { version, channel: "latest", releasedAt, notes, percent: 100, halted: false, files: [] };
}
